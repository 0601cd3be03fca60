#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Loops that count how often they poll: they wait if nothing reads the counter, and only then.

programs/counters/waits.c has a case for each place where a counter can be, reads.c and catches.cpp one for each
way in which something reads it after all. Compiled by gcc without and clang with optimisation, and, if SKEIN_LONG is
set, the other way round too."""
import functools
import json
import os
import pathlib
import re
import subprocess

SKEIN = os.environ["SKEIN"]
FOLDER = pathlib.Path(os.environ["SKEIN_SOURCE"]) / "tests/runtime/spin/programs/counters"
LEVELS = [("gcc", 0), ("clang", 1)] + ([("gcc", 1), ("clang", 0)] if os.environ.get("SKEIN_LONG") else [])
failures = []


@functools.cache
def build(name, case, compiler, level):
    """The program, compiled once for all explorers."""
    output = pathlib.Path(f"{name}-{case}-{compiler}-{level}".replace(" ", ""))
    others = [str(FOLDER / "reads_elsewhere.c")] if "BY_FILE" in case else []
    subprocess.run([SKEIN, "c++" if name.endswith(".cpp") else "cc", f"--compiler={compiler}", f"-O{level}", "-w", *case.split(),
                    str(FOLDER / name), *others, "-o", str(output)], check=True)
    return "./" + str(output)


def check(name, case, compiler, level, *options):
    if name.endswith(".cpp"):
        compiler = {"gcc": "g++", "clang": "clang++"}[compiler]
    command = [SKEIN, "check", build(name, case, compiler, level), "--json", "report.json", "-q", "--witness-seconds=0.001", *options]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    with open("report.json", encoding="utf-8") as file:
        return json.load(file)


def cases(name):
    return sorted(set(re.findall(r"^#(?:el)?if defined\((\w+)\)", (FOLDER / name).read_text(), re.M)))


def kinds(report):
    return {finding["kind"] for finding in report["findings"]}


def expect(what, is_true, report):
    if not is_true:
        failures.append(what)
        print(f"{what}: {report['verdict']}, {report['executions']} executions, {report['blocked']} blocked, "
              f"{sorted(kinds(report))} {report.get('error') or ''}", flush=True)


def check_waits(case, compiler, level):
    what = f"waits.c {case} {compiler} -O{level}"
    define = f"-D{case}"
    wanted = {"race"} if case.startswith("PLAIN") else set()
    reports = [check("waits.c", define, compiler, level, "-e", explorer, "--max-seconds=20")
               for explorer in ("qpor", "optimal", "source")]
    for report in reports:
        is_complete = report["verdict"] == ("bug" if wanted else "clean") and not report.get("error")
        expect(what, is_complete and kinds(report) == wanted and report["executions"] <= 4, report)
        expect(f"{what}: as qpor", report["executions"] == reports[0]["executions"], report)
    report = check("waits.c", define + " -DSETTER_FAILS", compiler, level, "--max-seconds=20")
    expect(f"{what}, the setter fails", "assertion" in kinds(report), report)
    if case not in ("TRYLOCK", "PLAIN", "PLAIN_GLOBAL"):
        report = check("waits.c", define + " -DNOBODY_SETS", compiler, level, "--max-seconds=20")
        expect(f"{what}, never set", kinds(report) == {"livelock"}, report)


def check_reads(name, case, compiler, level):
    wanted = "arithmetic" if case == "DIVIDES" else "assertion"
    options = ["--max-seconds=20", "--stop-at-first"]
    if case in ("BY_OTHER", "BY_ATOMIC"):  # they race, which comes first, and the third round is far off
        options = ["-e", "random", "--max-runs=30"]
    report = check(name, f"-D{case}", compiler, level, *options)
    expect(f"{name} {case} {compiler} -O{level}", wanted in kinds(report), report)


for number, where in enumerate(LEVELS):
    # Each with one compiler: there are many, and better witnesses of long runs take seconds.
    for i, one in enumerate(cases("waits.c")):
        if os.environ.get("SKEIN_LONG") or i % 6 == number:
            check_waits(one, *where)
    both = check("both_count.c", "", *where, "--max-seconds=20")
    expect(f"both_count.c {where}", kinds(both) == {"race"} and both["executions"] <= 8, both)
    for file in ("reads.c", "catches.cpp"):
        for i, one in enumerate(cases(file)):
            if os.environ.get("SKEIN_LONG") or i % 6 == number:
                check_reads(file, one, *where)

raise SystemExit(1 if failures else 0)
