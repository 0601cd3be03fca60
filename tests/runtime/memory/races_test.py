#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The race suite (race_cases.py): skein finds a race in each racy case and none in its safe twin.

Usage: races_test.py; SKEIN and SKEIN_SOURCE as for every test; COMPILERS="gcc clang-19" for more."""
import json
import os
import subprocess
import sys

from race_cases import CASES, PLACES, is_ordered, program

SKEIN = os.environ["SKEIN"]
COMPILERS = os.environ.get("COMPILERS", "gcc").split()
failures = []

def races_of(*arguments):
    command = [SKEIN, "check", "./suite", "--json", "report.json", "-q", "--witness-seconds=0.001", "--max-seconds=600", "--", *map(str, arguments)]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    with open("report.json", encoding="utf-8") as file:
        report = json.load(file)
    # Races with one cause are variants of one finding; a race with a free is a variant of the use after it.
    messages = [m for f in report["findings"] for m in [f["message"], *f.get("variants", [])]]
    races = [m for m in messages if m.startswith("data race on ")]
    # Where a free races, the other order is a use after free.
    others = {f["kind"] for f in report["findings"]} - {"race"} - ({"memory"} if any("free at" in race for race in races) else set())
    is_whole = report.get("error") is None and report["verdict"] in ("clean", "bug") and not others
    return races, is_whole


def expect(what, arguments, is_racy):
    races, is_whole = races_of(*arguments)
    if bool(races) != is_racy or not is_whole:
        failures.append(f"{what}: expected {'a race' if is_racy else 'no race'}, found {races}")


with open("suite.c", "w", encoding="utf-8") as file:
    file.write(program())
only = sys.argv[1:]
for compiler in COMPILERS:
    subprocess.run([SKEIN, "cc", f"--compiler={compiler}", "-O0", "-w", "suite.c", "-o", "suite"], check=True)
    for number, (name, is_racy, *_) in enumerate(CASES):
        if not only or name in only:
            expect(f"{compiler} {name}", [number], is_racy)
    if only:
        continue
    for p in range(len(PLACES)):
        for q in range(p + 1, len(PLACES)):
            kinds = [(0, 0), (0, 1), (1, 1)]
            for first, second in kinds if os.environ.get("SKEIN_LONG") else [kinds[(p + q) % 3]]:
                is_racy = not is_ordered(p, q) and first + second > 0
                expect(f"{compiler} {PLACES[p]} {PLACES[q]} {first}{second}", [p, q, first, second], is_racy)

print(f"{len(CASES)} cases, {len(PLACES)} places")
for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
