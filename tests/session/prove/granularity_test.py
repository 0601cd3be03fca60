#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""--granularity sync and access never contradict each other, on the programs of this folder, right and wrong: every sixth, or all
with SKEIN_LONG. `access` knows less about what a branch has said of shared memory, so a few programs are left open by it, but
nearly none."""
import glob
import os
import re
import subprocess
import sys

SKEIN = os.environ["SKEIN"]
FOLDER = os.path.dirname(os.path.abspath(__file__))
failures = []
count = 0
same = 0


def verdict(path, granularity, *options):
    done = subprocess.run([SKEIN, "prove", path, "-q", f"--granularity={granularity}", *options], capture_output=True, text=True, check=False)
    return done.returncode


for number, program in enumerate(sorted(glob.glob(os.path.join(FOLDER, "programs", "*.c")))):
    if not os.environ.get("SKEIN_LONG") and number % 6 != 0:
        continue
    with open(program, encoding="utf-8") as file:
        text = file.read()
    found = re.search(r"^// options: (.*)$", text, re.MULTILINE)
    options = found.group(1).split() if found else []
    for twin in ([], ["-DBUG"]) if "BUG" in text else ([],):
        count += 1
        both = {verdict(program, "sync", *options, *twin), verdict(program, "access", *options, *twin)}
        same += len(both) == 1
        if both == {0, 1}:
            failures.append(f"{os.path.basename(program)} {twin}: proved, and a bug")

if same * 100 < count * 95:
    failures.append(f"only {same} of {count} verdicts are the same")
for name in ("statement", "none"):
    done = subprocess.run([SKEIN, "prove", glob.glob(os.path.join(FOLDER, "programs", "lazy.c"))[0], f"--granularity={name}"],
                          capture_output=True, text=True, check=False)
    if done.returncode != 2 or "neither sync nor access" not in done.stderr:
        failures.append(f"--granularity={name}: exit status {done.returncode}: {done.stderr}")

print("\n".join(failures) or f"{same} of {count} verdicts are the same")
sys.exit(1 if failures else 0)
