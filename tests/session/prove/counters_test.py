#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs that keep up a relation between a thread's own variable and a shared one, across locks: each is proved, and with -D BUG
shown to be wrong.

Their loops have many turns, so that only the relation, carried from event to event, proves them."""
import os
import sys

sys.path.insert(0, os.path.join(os.environ["SKEIN_SOURCE"], "tests", "support"))
import prove_pairs  # noqa: E402

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "counters")

prove_pairs.end(prove_pairs.check(FOLDER, least=7))
