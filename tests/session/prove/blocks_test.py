#!/usr/bin/env python3
"""Programs whose loops have no end and free blocks of other threads: each is proved, and with -D BUG shown to be wrong."""
import glob
import os
import subprocess
import sys

SKEIN = os.environ["SKEIN"]
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "blocks")
failures = []

programs = sorted(glob.glob(os.path.join(FOLDER, "*.c")))
for program in programs:
    for is_wrong in (False, True):
        command = [SKEIN, "prove", program, "--refine-seconds", "60", *(["-D", "BUG"] if is_wrong else [])]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        expected = 1 if is_wrong else 0
        if done.returncode != expected:
            failures.append(f"{os.path.basename(program)}{' -D BUG' if is_wrong else ''}: exit status {done.returncode}, not {expected}:\n{done.stdout}{done.stderr}")

if len(programs) < 3:
    failures.append(f"only {len(programs)} programs")
print("\n".join(failures) or f"{len(programs)} programs, each right and wrong")
sys.exit(1 if failures else 0)
