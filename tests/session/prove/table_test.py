#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""skein prove says the truth about every program of [THESIS Table 5.1]: proved where it is safe, and the bugs, with inputs, where
it is not. Example 37 has its three maximal configurations and its cut-off. The bugs of one program are shown by the real program too."""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ["SKEIN_SOURCE"], "bench", "prove"))
import programs  # noqa: E402

SKEIN = os.environ["SKEIN"]
failures = []


def prove(program, *options):
    done = subprocess.run(programs.command(SKEIN, program, "--json", "report.json", *options), capture_output=True, text=True,
                          check=False)
    with open("report.json", encoding="utf-8") as file:
        return done, json.load(file)


for program in programs.PROGRAMS:
    done, report = prove(program)
    is_safe = program["truth"] == "proved"
    expected = (0, "proved", 0) if is_safe else (1, "bug", program["truth"])
    found = (done.returncode, report["verdict"], len(report["findings"]))
    if found != expected:
        failures.append(f"{program['name']}: expected {expected}, got {found}: {report['summary']}\n{done.stderr}")
    if is_safe and "whatever the inputs" not in done.stdout.rstrip().splitlines()[-1]:
        failures.append(f"{program['name']}: the last line does not speak of inputs: {done.stdout}")
    if program["name"] == "Example 37":
        counts = (report["configurations"], report["cutoffs"] - report["final_cutoffs"])
        if counts != (3, 1):
            failures.append(f"Example 37 has {counts[0]} maximal configurations and {counts[1]} cut-offs, not 3 and 1")

lazy = next(p for p in programs.PROGRAMS if p["name"] == "LAZY*")
done, report = prove(lazy, "--traces", "traces")
if "choose = 10, of all inputs" not in done.stdout:
    failures.append(f"the schedule of LAZY* does not show the input:\n{done.stdout}")
if not any("replayed natively: the same bug" in text for text in report["natively"]):
    failures.append(f"the bug of LAZY* is not shown natively: {report['natively']}\n{done.stdout}{done.stderr}")
else:
    replayed = subprocess.run([SKEIN, "replay", "traces/lazy-1.skein-trace"], capture_output=True, text=True, check=False)
    if replayed.returncode != 1 or "data < 13" not in replayed.stdout:
        failures.append(f"skein replay does not show the bug of LAZY*: {replayed.stdout}{replayed.stderr}")

for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
