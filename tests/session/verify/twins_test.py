#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Every program of bench/verify is proved, and its wrong twin refuted, by the kind of bug that was put in; where skein check can
run all schedules of it, natively, it says the same.

The table is bench/verify/programs.py. Each right program is looked at with the total order, and with one of: the order by size, a cache
of states that is emptied again and again. A third of the programs are taken; SKEIN_LONG=1: all, right and wrong with both, and all of the racy programs natively, where each race is told at length.
    twins_test.py [part of a name]...
"""

import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["SKEIN_SOURCE"], "tests", "support"))
from shares import IS_LONG, is_taken  # noqa: E402

SKEIN = os.environ["SKEIN"]
FOLDER = pathlib.Path(os.environ["SKEIN_SOURCE"]) / "bench" / "verify"
sys.path.insert(0, str(FOLDER))
import programs  # noqa: E402

VARIANTS = [["--order", "size"], ["--memory", "1"]]


def run(command, program, options):
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        words = [SKEIN, command, str(FOLDER / program), *options, "-q", "--json", file.name]
        done = subprocess.run(words, capture_output=True, text=True)
        what = " ".join([command, program, *options])
        try:
            return what, done.returncode, json.load(open(file.name)), done.stdout + done.stderr
        except ValueError:
            return what, done.returncode, {}, done.stdout + done.stderr


def kinds_in(report):
    return {finding["kind"] for finding in report.get("findings", [])}


def proves(program, options):
    what, status, report, text = run("verify", program.file, [*program.options, *options])
    if (status, report.get("verdict")) != (0, "proved"):
        yield f"{what}: not proved: {text}"
    elif "ROUNDS" not in " ".join(options) and report["terminates"] != program.ends:
        yield f"{what}: terminates {report['terminates']}, expected {program.ends}"


def refutes(program, options):
    what, status, report, text = run("verify", program.file, [*program.options, *program.twin, *options])
    if (status, report.get("verdict")) != (1, "bug"):
        yield f"{what}: not refuted: {text}"
    elif program.kind not in kinds_in(report):
        yield f"{what}: found {sorted(kinds_in(report))}, expected {program.kind}"
    elif not all(finding["steps"] for finding in report["findings"]):
        yield f"{what}: a finding without witness"


# Natively: races of plain variables are explored there, and are bugs; here they are explored only.
def checks(program, options, is_bug):
    twin = program.twin if is_bug else []
    if is_bug and options != programs.RACY:
        options = [*options, "--stop-at-first"]
    of_machine = [o for o in program.options if o not in ("--no-livelocks", *programs.NO_RACES)]
    what, status, report, text = run("check", program.file, [*of_machine, *twin, *options])
    is_racy = programs.RACY[0] in options
    found = kinds_in(report) - ({"race"} if is_racy else set())
    verdict = "bug" if found else "clean" if is_racy and status == 1 else report.get("verdict")
    if verdict != ("bug" if is_bug else "clean"):
        yield f"{what}: {verdict}, expected {'a bug' if is_bug else 'none'}: {text}"


def judge(numbered):
    number, program = numbered
    variants = VARIANTS if IS_LONG else [VARIANTS[number % len(VARIANTS)]]
    for options in [[], *variants]:
        yield from proves(program, options)
        if program.twin and (IS_LONG or not options):
            # By size, the wrong ticket lock has more than a hundred times the events of the right one.
            yield from refutes(program, [*options, "--max-memory", "1000"] if options else options)
    for options, is_bug in (program.check, False), (program.check_twin, bool(program.twin)):
        if options is None or (options == programs.RACY and not IS_LONG and program.file != "fib.c"):
            continue
        yield from checks(program, options, is_bug)
        # The very same program, rounds and all, on both machines.
        bounded = [o for o in options if o not in ("-D", *programs.RACY)]
        if bounded:
            words = [word for define in bounded for word in ("-D", define)]
            yield from refutes(program, words) if is_bug else proves(program, words)
    if program.check is None and not program.why_not:
        yield f"{program.file}: neither checked natively, nor said why not"


wanted = sys.argv[1:]
chosen = [(i, p) for i, p in enumerate(programs.ALL) if (any(w in p.file for w in wanted) if wanted else is_taken(p.file, 3))]
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    failures = [text for texts in pool.map(lambda p: list(judge(p)), chosen) for text in texts]
for path in FOLDER.glob("*.c"):
    if path.name not in {p.file for p in programs.ALL} | {"ccnf.c", "rwlock2.c"}:  # those are in programs_test.py
        failures.append(f"{path.name}: not in the table")
print("\n".join(failures) or f"{len(chosen)} programs")
sys.exit(1 if failures else 0)
