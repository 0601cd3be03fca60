#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs with unknown floating-point numbers: each is proved, and with -D BUG never.

One with a line "// shown" has its bug shown; of the others the solver does not know the inputs, so a warning will do."""
import os
import sys

sys.path.insert(0, os.path.join(os.environ["SKEIN_SOURCE"], "tests", "support"))
import prove_pairs  # noqa: E402

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "reals")


def wrong_statuses(text):
    return [1] if "\n// shown\n" in text else [1, 4]


prove_pairs.end(prove_pairs.check(FOLDER, least=6, wrong_statuses=wrong_statuses))
