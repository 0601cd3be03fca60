#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs that compare unknown values: each is proved, and with -D BUG shown to be wrong."""
import os
import sys

sys.path.insert(0, os.path.join(os.environ["SKEIN_SOURCE"], "tests", "support"))
import prove_pairs  # noqa: E402

prove_pairs.end(prove_pairs.check(os.path.join(os.path.dirname(os.path.abspath(__file__)), "relations"), least=7))
