#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs whose loops have no end and free blocks of other threads: each is proved, and with -D BUG shown to be wrong."""
import os
import sys

sys.path.insert(0, os.path.join(os.environ["SKEIN_SOURCE"], "tests", "support"))
import prove_pairs  # noqa: E402

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "blocks")

prove_pairs.end(prove_pairs.check(FOLDER, least=3))
