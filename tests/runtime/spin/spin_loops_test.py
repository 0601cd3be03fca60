#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Spin loops end, and their explorations are exact.

Each program of programs/spin is compared with its model, in which failing iterations are cut by an
assumption: the same executions, blocked runs, events and verdict, for every explorer. Those without a
model are livelocks or need a bound; what they must give is written below."""
import functools
import json
import os
import pathlib
import subprocess
import sys

SKEIN = os.environ["SKEIN"]
FOLDER = pathlib.Path(os.environ["SKEIN_SOURCE"]) / "tests/runtime/spin/programs/spin"
FIGURES = ["verdict", "executions", "blocked", "violations", "deadlocks", "redundant", "cut", "events"]
failures = []


@functools.cache
def built(path):
    """The program, compiled once for all explorers."""
    # Without -O1, dead values on the stack cost one more iteration each.
    subprocess.run([SKEIN, "cc", "-O1", "-w", str(path), "-o", path.stem], check=True)
    return f"./{path.stem}"


def check(path, *options):
    command = [SKEIN, "check", built(path) if path.suffix == ".c" else str(path), "--json", "report.json", "-q", "--witness-seconds=0.001", "--max-seconds=600", *options]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    with open("report.json", encoding="utf-8") as file:
        return json.load(file)


def expect(what, is_true, seen):
    if not is_true:
        failures.append(f"{what}: {seen}")


def figures(report):
    return {name: report[name] for name in FIGURES} | {"error": report.get("error")}


def findings(report):
    return [(finding["kind"], finding["message"]) for finding in report["findings"]]


for model in sorted(FOLDER.glob("*.skein")):
    program = model.with_suffix(".c")
    for explorer in ["optimal", "qpor", "source"]:
        native = figures(check(program, "-e", explorer, "--paranoid"))
        wanted = figures(check(model, "-e", explorer, "--paranoid"))
        expect(f"{program.name} with {explorer}", native == wanted, f"{native}, model: {wanted}")

# No thread ends these loops. The line is that of the loop.
for name, line, executions, blocked, livelocks in [
    ("livelock_alone", 6, 1, 0, 1),       # no step depends on another
    ("livelock_each_other", 5, 1, 0, 1),  # two loads
    # By the thread that takes the lock first: thread 0 keeps it (livelock of 1); thread 1 gives it back, and thread 0 comes
    # after that (complete) or before (blocked: it would go on).
    ("livelock_lost", 5, 2, 1, 1),
]:
    report = check(FOLDER / f"{name}.c")
    expect(f"{name}: figures", (report["executions"], report["blocked"]) == (executions, blocked), figures(report))
    expect(f"{name}: violations", report["violations"] == livelocks, figures(report))
    expect(f"{name}: findings", any(kind == "livelock" and f"{name}.c:{line}" in message
                                    for kind, message in findings(report)), findings(report))
    expect(f"{name}: kinds", {kind for kind, _ in findings(report)} == {"livelock"}, findings(report))

# A loop with progress that others could see is not cut, unless by the bound: after 0, 1 or 2 failures the flag is
# seen, or the bound is hit.
report = check(FOLDER / "counts_in_memory.c", "--spin-bound=3")
expect("counts_in_memory", (report["verdict"], report["executions"], report["cut_by"]["spins"]) == ("incomplete", 3, 1),
       figures(report))

# A violation of another thread does not make a cut run a whole one: the setter fails in every run, the waiter would
# after ten failed looks, which the bound forbids. The flag is set before the first, second or third look or after
# them: three executions and a cut run, all with the setter's bug; deadlock and assumption likewise.
for name, message in [("cut_with_violation", "setter"), ("cut_with_deadlock", ""), ("cut_with_assumption", "")]:
    for explorer in ["optimal", "qpor", "source", "exhaustive"]:
        report = check(FOLDER / f"{name}.c", "--spin-bound=3", "-e", explorer)
        expect(f"{name} with {explorer}", report["cut_by"]["spins"] > 0 and "not everything" in report["summary"] or
               report["verdict"] == "incomplete", figures(report))
        expect(f"{name} with {explorer}: findings", [message in m for _, m in findings(report)] == [True] * bool(message),
               findings(report))
report = check(FOLDER / "cut_with_violation.c", "--spin-bound=3")
expect("cut_with_violation", (report["executions"], report["cut"]) == (3, 1), figures(report))
report = check(FOLDER / "cut_with_violation.c", "--spin-bound=30")
expect("cut_with_violation, 30", any("waiter" in m for _, m in findings(report)), findings(report))

# Two loops that notice each other, and a thread that notices both: whether a thread waits depends on its past only, so
# all explorers see the same; and the bug needs a second round of both loops.
seen = {explorer: check(FOLDER / "back_off.c", "-e", explorer) for explorer in ["optimal", "qpor", "source"]}
for explorer, report in seen.items():
    for name in ["verdict", "executions", "blocked", "violations", "events"]:
        expect(f"back_off with {explorer}: {name}", report[name] == seen["optimal"][name], figures(report))
    expect(f"back_off with {explorer}: findings", [kind for kind, _ in findings(report)] == ["assertion"],
           findings(report))

for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
