#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""POET's programs in bench/verify: numbers of traces without cut-offs, and the verdicts that twins_test.py does not
ask for.

The numbers are those of bench/README.md section 3, at the granularity of single accesses; none comes from skein's own
output.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

SKEIN = os.environ["SKEIN"]
PROGRAMS = pathlib.Path(os.environ["SKEIN_SOURCE"]) / "bench" / "verify"

# Program, options, traces without cut-offs.
TRACES = [
    ("stf.c", [], 6),
    ("spin08.c", [], 84),
    ("ccnf.c", ["-D", "N=9"], 16),
    ("ccnf.c", ["-D", "N=17"], 256),
    ("ssb.c", [], 4),
    ("ssb.c", ["-D", "N=1"], 22),
    ("ssb.c", ["-D", "N=3"], 169),
    ("ssb.c", ["-D", "N=4"], 336),
    ("ssb.c", ["-D", "N=8"], 2014),
    ("fib.c", ["-D", "N=5"], 8953),
]

# Program, options, verdict, whether every run ends (None: not said).
VERDICTS = [
    ("rwlock2.c", [], "bug", None),
    # Safe, but both may wait for the other's flag to fall below 2, with both flags 4.
    ("szymanski.c", [], "bug", None),
]

failures = 0


def verify(program, options):
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        command = [SKEIN, "verify", str(PROGRAMS / program), *options, "--races=off", "-q", "--json", file.name]
        done = subprocess.run(command, capture_output=True, text=True)
        return done.returncode, json.load(open(file.name)), done.stdout + done.stderr


def expect(what, actual, expected, text):
    global failures
    if actual != expected:
        failures += 1
        print(f"{what}: {actual}, expected {expected}\n{text}")


# They are written with plain variables, whose accesses race.
EXIT = {"proved": 0, "bug": 1}

for program, options, traces in TRACES:
    status, report, text = verify(program, [*options, "--cutoffs", "off"])
    what = " ".join([program, *options])
    expect(what + ": traces", report["configurations"], traces, text)
    expect(what + ": verdict", report["verdict"], "proved", text)
    expect(what + ": status", status, 0, text)

for program, options, verdict, ends in VERDICTS:
    for more in [], ["--order", "size"], ["--memory", "1"]:
        status, report, text = verify(program, [*options, *more])
        what = " ".join([program, *options, *more])
        expect(what + ": verdict", report["verdict"], verdict, text)
        expect(what + ": status", status, EXIT[verdict], text)
        expect(what + ": ends", report["terminates"], ends, text)
        if verdict == "bug":
            expect(what + ": has a witness", len(report["findings"][0]["steps"]) > 0, True, text)

sys.exit(1 if failures else 0)
