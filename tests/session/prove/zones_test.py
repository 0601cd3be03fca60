#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs that keep up a relation between shared variables under a lock: each is proved, and with -D BUG shown to be wrong.

Most of them have loops without an end, so that only a relation between cells, carried from event to event, proves them."""
import os
import sys

sys.path.insert(0, os.path.join(os.environ["SKEIN_SOURCE"], "tests", "support"))
import prove_pairs  # noqa: E402

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "zones")

prove_pairs.end(prove_pairs.check(FOLDER, least=6))
