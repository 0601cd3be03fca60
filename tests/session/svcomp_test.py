#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""skein says the truth about the programs of [QPOR Table 3]: bugs where there are bugs, and all executions, as many as there are, where there
are none. Those that take long (705,432 executions; a proof of 12 s) are left out unless SKEIN_LONG is set."""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ["SKEIN_SOURCE"], "bench", "svcomp"))
sys.dont_write_bytecode = True
import programs  # noqa: E402

SKEIN = os.environ["SKEIN"]
IS_LONG = bool(os.environ.get("SKEIN_LONG"))
failures = []


def is_slow(program):
    return program["name"].startswith("fib-bench-longest") or program["command"] == "prove"


for program in programs.PROGRAMS:
    if is_slow(program) and not IS_LONG:
        continue
    faster = ["--witness-seconds", "0.01"] if program["command"] == "check" else []
    done = subprocess.run(programs.command(SKEIN, program, "-q", "--json", "report.json", *faster), capture_output=True, text=True,
                          check=False)
    with open("report.json", encoding="utf-8") as file:
        report = json.load(file)
    if done.returncode != int(program["has_bug"]) or not programs.is_right(program, report):
        failures.append(f"{program['name']}: {done.returncode}, {report['summary']}\n{done.stderr}")

for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
