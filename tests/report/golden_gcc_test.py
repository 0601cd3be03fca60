#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The golden reports with g++, at -O0, with SKEIN_LONG also at -O2 (tests/support/golden_reports.py)."""

import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(os.environ["SKEIN_SOURCE"]) / "tests" / "support"))
from golden_reports import check  # noqa: E402

check("g++", has_golden_files=True)
