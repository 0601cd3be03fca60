#!/usr/bin/python3
"""The programs of bench/verify: those of POET's tables with verdicts and numbers of traces without cut-offs; more
algorithms for mutual exclusion, and servers that never end, each right and (-D BUG) wrong.

The numbers are those of BENCHMARKS.md section 3, at the granularity of single accesses; none comes from skein's own
output. SKEIN_LONG=1 adds what takes longer.
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
]
if os.environ.get("SKEIN_LONG"):
    TRACES += [("ssb.c", ["-D", "N=8"], 2014), ("fib.c", ["-D", "N=5"], 8953)]

# Program, options, verdict, whether every run ends (None: not said).
VERDICTS = [
    ("stf.c", [], "proved", "yes"),
    ("stf.c", ["-D", "BUG"], "bug", None),
    ("spin08.c", [], "proved", "yes"),
    # N rounds reach the Fibonacci number F(2N+2) at most: F(12) = 144 in the paper, F(8) = 21 here.
    ("fib.c", ["-D", "N=3", "-D", "MOST=21"], "proved", "yes"),
    ("fib.c", ["-D", "N=3", "-D", "MOST=21", "-D", "BUG"], "bug", None),
    ("ssb.c", ["-D", "N=8"], "proved", "yes"),
    ("rwlock.c", [], "proved", "no"),
    ("rwlock.c", ["-D", "BUG"], "bug", None),
    ("rwlock2.c", [], "bug", None),
    ("pgsql.c", [], "proved", "no"),
    ("prodcons.c", [], "proved", "no"),
]
for name in ["peterson", "dekker", "lamport"]:
    VERDICTS.append((name + ".c", [], "proved", "no"))
# Safe, but both may wait for the other's flag to fall below 2, with both flags 4.
VERDICTS.append(("szymanski.c", ["--no-livelocks"], "proved", "no"))
VERDICTS.append(("szymanski.c", [], "bug", None))
for name in ["peterson", "dekker", "lamport", "szymanski", "pgsql", "prodcons"]:
    VERDICTS.append((name + ".c", ["-D", "BUG"], "bug", None))

for name in ["philosophers", "ring", "token_ring", "filter", "burns", "bakery", "elevator"]:
    VERDICTS.append((name + ".c", [], "proved", "no"))
    VERDICTS.append((name + ".c", ["-D", "BUG"], "bug", None))

failures = 0


def verify(program, options):
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        command = [SKEIN, "verify", str(PROGRAMS / program), *options, "-q", "--json", file.name]
        done = subprocess.run(command, capture_output=True, text=True)
        return done.returncode, json.load(open(file.name)), done.stdout + done.stderr


def expect(what, actual, expected, text):
    global failures
    if actual != expected:
        failures += 1
        print(f"{what}: {actual}, expected {expected}\n{text}")


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
