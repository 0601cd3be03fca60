#!/usr/bin/env python3
"""Programs with unknown floating-point numbers: each is proved, and with -D BUG never.

One with a line "// shown" has its bug shown; of the others the solver does not know the inputs, so a warning will do."""
import glob
import os
import subprocess
import sys

SKEIN = os.environ["SKEIN"]
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "reals")
failures = []

programs = sorted(glob.glob(os.path.join(FOLDER, "*.c")))
for program in programs:
    with open(program, encoding="utf-8") as file:
        must_be_shown = "\n// shown\n" in file.read()
    for is_wrong in (False, True):
        command = [SKEIN, "prove", program, "--refine-seconds", "60", *(["-D", "BUG"] if is_wrong else [])]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        expected = [0] if not is_wrong else [1] if must_be_shown else [1, 4]
        if done.returncode not in expected:
            failures.append(f"{os.path.basename(program)}{' -D BUG' if is_wrong else ''}: exit status {done.returncode}, not {expected}:\n{done.stdout}{done.stderr}")

if len(programs) < 6:
    failures.append(f"only {len(programs)} programs")
print("\n".join(failures) or f"{len(programs)} programs, each right and wrong")
sys.exit(1 if failures else 0)
