#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Agreement with ThreadSanitizer, its real runtime, gcc's and clang's: on each case of the race suite (race_cases.py)
both look at one schedule, thread a before thread b, and both see a race or none. skein is asked for its first run, which
is that schedule; for ThreadSanitizer thread b sleeps first, which synchronises nothing.

Where they may differ, and why, is in DIFFERENCES; a difference that is not there, and one there that has gone, fail.
Exit status 77 (skipped) where no ThreadSanitizer runs."""
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys

from race_cases import CASES, program

sys.path.insert(0, os.path.join(os.environ["SKEIN_SOURCE"], "tests", "support"))
from shares import is_taken  # noqa: E402

SKEIN = os.environ["SKEIN"]
COMPILERS = {"gcc": "gcc", "clang": "clang-19"}
# Patterns of names, and why ThreadSanitizer says something else.
DIFFERENCES = [
    (r".* mtx_safe", "it does not know C11's mutexes"),
    (r".* \w+_fences?_safe", "it does not know fences"),
    (r".* release_sequence_broken", "it lets every store continue a release sequence"),
    (r"gcc strcpy_racy", "gcc expands the call and announces nothing"),
]
# With its barrier a thread that wakes up late learns what others did since: what it sees depends on timing.
BY_CHANCE = r".* barrier_twice_racy"
failures = []

with open("suite.c", "w", encoding="utf-8") as file:
    file.write(program())


def has_race_in_skein(number):
    file = f"report{number}.json"
    subprocess.run([SKEIN, "check", "./suite-skein", "--json", file, "-q", "--witness-seconds=0.001", "-e", "optimal", "--max-runs=1", "--", str(number)],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    with open(file, encoding="utf-8") as stream:
        report = json.load(stream)
    if report.get("error") or report["executions"] + report["blocked"] != 1:
        failures.append(f"{CASES[number][0]}: skein says {report}")
    return any(f["kind"] == "race" for f in report["findings"])


def run_sanitized(binary, number):
    # The sanitizer wants its memory where it is without randomised addresses.
    return subprocess.run(["setarch", "-R", binary, str(number)], capture_output=True, text=True, check=False,
                          env=dict(os.environ, TSAN_OPTIONS="exitcode=66 halt_on_error=0 report_bugs=1"))


def has_race_in_tsan(binary, number):
    done = run_sanitized(binary, number)
    if done.returncode not in (0, 66):
        failures.append(f"{CASES[number][0]}: {binary} ends with {done.returncode}: {done.stderr[-300:]}")
    return "data race" in done.stderr


def difference_known(name):
    return next((why for pattern, why in DIFFERENCES if re.fullmatch(pattern, name)), None)


subprocess.run([SKEIN, "cc", "-O0", "-w", "suite.c", "-o", "suite-skein"], check=True)
ours = {number: has_race_in_skein(number) for number in range(len(CASES))}
tried = 0
for label, compiler in COMPILERS.items():
    if not is_taken(label, 2):
        continue
    binary = f"./suite-{label}"
    command = [compiler, "-O0", "-g", "-w", "-DDELAY_B", "-fsanitize=thread", "-pthread", "suite.c", "-o", binary]
    if not shutil.which(compiler) or subprocess.run(command, check=False, stderr=subprocess.DEVNULL).returncode != 0:
        print(f"{label}: no ThreadSanitizer")
        continue
    safe = next(n for n, case in enumerate(CASES) if case[0] == "mutex_safe")
    if run_sanitized(binary, safe).returncode != 0:
        print(f"{label}: its ThreadSanitizer does not run here")
        continue
    tried += 1
    with concurrent.futures.ThreadPoolExecutor(4) as pool:  # they sleep
        theirs = list(pool.map(lambda n: has_race_in_tsan(binary, n), range(len(CASES))))
    agreed = 0
    for number, case in enumerate(CASES):
        known = difference_known(f"{label} {case[0]}")
        if re.fullmatch(BY_CHANCE, f"{label} {case[0]}"):
            continue
        if (ours[number] == theirs[number]) == (known is None):
            agreed += known is None
            continue
        failures.append(f"{case[0]}: {label}'s ThreadSanitizer sees {'a' if theirs[number] else 'no'} race, "
                        f"skein {'a' if ours[number] else 'no'} race; known: {known}")
    print(f"{label}: agrees on {agreed} of {len(CASES)} cases")

for failure in failures:
    print(failure)
sys.exit(1 if failures else 0 if tried else 77)
