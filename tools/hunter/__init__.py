# SPDX-License-Identifier: Apache-2.0
"""The hunter of tools/hunt: random concurrent C and C++ programs, and all we know to compare on them (docs/hunting.md)."""
