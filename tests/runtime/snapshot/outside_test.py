#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""State that is not in the program's memory: with a snapshot after every step, runs see the same as without any."""
import json
import os
import subprocess
import sys

SKEIN = os.environ["SKEIN"]
SOURCE = os.path.join(os.environ["SKEIN_SOURCE"], "tests/runtime/snapshot/programs/outside.c")
CASES = 8
failures = 0

with open("digits", "w", encoding="utf-8") as file:
    file.write("123456789")
subprocess.run([SKEIN, "cc", SOURCE, "-o", "outside"], check=True)
for case in range(CASES):
    seen = []
    for snapshots in ("off", "1", "2", "memory:1", "memory:2"):
        with open("digits", encoding="utf-8") as digits:
            done = subprocess.run([SKEIN, "check", "./outside", "-q", "--json", "-", f"--snapshots={snapshots}", "--", str(case)],
                                  stdin=digits, capture_output=True, text=True, check=False)
        if not done.stdout.startswith("{"):
            seen.append(done.stderr)
            continue
        report = json.loads(done.stdout)
        seen.append((report["verdict"], report["executions"], [each["kind"] for each in report["findings"]]))
    if seen[0][0] != "clean" or seen != seen[:1] * len(seen):
        print(f"case {case}: {seen}")
        failures += 1
sys.exit(1 if failures else 0)
