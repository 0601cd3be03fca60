#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The twins: each program is proved, and with -D BUG shown to be wrong, with inputs and a schedule that the real program repeats.

Prints what is not as it must be, by program. With names as arguments: only these."""
import glob
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ["SKEIN_SOURCE"], "tests", "support"))
from shares import is_taken  # noqa: E402

SKEIN = os.environ["SKEIN"]
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "twins")
failures = []


def prove(path, *more):
    with open(path, encoding="utf-8") as file:
        options = re.findall(r"^// options: (.*)$", file.read(), re.MULTILINE)
    command = [SKEIN, "prove", path, "--refine-seconds", "60", "--json", "report.json", *" ".join(options).split(), *more]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    with open("report.json", encoding="utf-8") as file:
        return done, json.load(file)


programs = sorted(glob.glob(os.path.join(FOLDER, "*.c")))
chosen = [p for p in programs if os.path.basename(p)[:-2] in sys.argv[1:] or (len(sys.argv) == 1 and is_taken(os.path.basename(p), 6))]
for program in chosen:
    name = os.path.basename(program)
    done, report = prove(program)
    if done.returncode != 0:
        failures.append(f"{name}: exit status {done.returncode}, not 0:\n{done.stdout}{done.stderr}")
    done, report = prove(program, "-D", "BUG", "--traces", "traces")
    everything = done.stdout + done.stderr
    if done.returncode != 1 or not report["findings"]:
        failures.append(f"{name} -D BUG: exit status {done.returncode}, not 1:\n{everything}")
    elif "replayed natively: the same bug" not in everything and "\n// natively: no" not in open(program, encoding="utf-8").read():
        failures.append(f"{name} -D BUG: not replayed:\n{everything}")

if len(programs) < 30:
    failures.append(f"only {len(programs)} programs")
print("\n".join(failures) or f"{len(chosen)} programs, each right and wrong")
sys.exit(1 if failures else 0)
