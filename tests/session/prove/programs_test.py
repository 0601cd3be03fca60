#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs as the verification competition's concurrency folders have them, of our own: each is proved, and with -D BUG shown to be
wrong. A comment of the program says what else is expected: `// expect: STATUS`, `// options: ...`.

With names as arguments: only these."""
import glob
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ["SKEIN_SOURCE"], "tests", "support"))
from shares import is_taken  # noqa: E402

SKEIN = os.environ["SKEIN"]
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs")
failures = []
runs = 0


def line_of(text, key):
    found = re.search(rf"^// {key}: (.*)$", text, re.MULTILINE)
    return found.group(1).split() if found else []


def expect(name, path, status, *options):
    global runs
    runs += 1
    patience = [] if status == 4 else ["--refine-seconds", "60"]  # for slow machines
    done = subprocess.run([SKEIN, "prove", path, *patience, *options], capture_output=True, text=True, check=False)
    if done.returncode != status:
        failures.append(f"{name} {' '.join(options)}: exit status {done.returncode}, not {status}:\n{done.stdout}{done.stderr}")


for program in sorted(glob.glob(os.path.join(FOLDER, "*.c"))):
    name = os.path.basename(program)
    if name[:-2] not in sys.argv[1:] if len(sys.argv) > 1 else not is_taken(name, 4):
        continue
    with open(program, encoding="utf-8") as file:
        text = file.read()
    options = line_of(text, "options")
    expect(name, program, int((line_of(text, "expect") or ["0"])[0]), *options)
    if "#ifdef BUG" in text or "#ifndef BUG" in text:
        expect(name, program, 1, "-D", "BUG", *options)

print("\n".join(failures) or f"{runs} verdicts")
sys.exit(1 if failures or runs == 0 else 0)
