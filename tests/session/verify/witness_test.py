#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Every bug that skein verify finds in a wrong twin of bench/verify is shown by the real program too: verify --traces leads the
native machine through the witness, and skein replay shows the same bug from the trace file. Every third twin is looked at, and every
sixth replayed; all with SKEIN_LONG=1.
    witness_test.py [part of a name]...
"""

import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

SKEIN = os.environ["SKEIN"]
FOLDER = pathlib.Path(os.environ["SKEIN_SOURCE"]) / "bench" / "verify"
sys.path.insert(0, str(FOLDER))
import programs  # noqa: E402

IS_LONG = bool(os.environ.get("SKEIN_LONG"))
# Program, kind: why the real program does not show it.
NOT_SHOWN = {
    ("rcu.c", "assertion"): "the block read was freed and its name given to the next one; natively that is use after free",
}


def replays(trace):
    done = subprocess.run([SKEIN, "replay", "-q", trace], capture_output=True, text=True)
    if done.returncode != 1 or "replay: the same bug" not in done.stdout:
        yield f"replay {trace}: {done.returncode} {done.stdout} {done.stderr}"


def judge(numbered):
    number, program = numbered
    with tempfile.TemporaryDirectory() as folder:
        report_file = pathlib.Path(folder) / "report.json"
        command = [SKEIN, "verify", str(FOLDER / program.file), *program.options, *program.twin, "-q", "--traces", folder,
                   "--json", str(report_file)]
        done = subprocess.run(command, capture_output=True, text=True)
        report = json.load(open(report_file))
        what = " ".join([program.file, *program.twin])
        if len(report["natively"]) != len(report["findings"]):
            yield f"{what}: {report['natively']}: {done.stdout} {done.stderr}"
        for finding, natively in zip(report["findings"], report["natively"]):
            is_shown = natively.startswith("replayed natively: the same bug")
            if is_shown == ((program.file, finding["kind"]) in NOT_SHOWN):
                yield f"{what}: {finding['kind']}: {natively}"
            elif is_shown and (IS_LONG or number % 6 == 0):
                yield from replays(natively.split("; ")[-1])


wanted = sys.argv[1:]
chosen = [(i, p) for i, p in enumerate(programs.ALL) if p.twin and (any(w in p.file for w in wanted) if wanted else IS_LONG or i % 3 == 0)]
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    failures = [text for texts in pool.map(lambda p: list(judge(p)), chosen) for text in texts]

# Where the program cannot be run natively, that is said, and nothing else changes.
with tempfile.TemporaryDirectory() as folder:
    source = FOLDER / "stf.c"
    report_file = pathlib.Path(folder) / "report.json"
    for options, why in (["--stub", "unknown=1"], "--stub"), (["--granularity", "statement"], "--granularity"):
        done = subprocess.run([SKEIN, "verify", str(source), "-D", "BUG", *options, "-q", "--traces", folder, "--json", str(report_file)],
                              capture_output=True, text=True)
        natively = json.load(open(report_file))["natively"]
        if done.returncode != 1 or not natively[0].startswith("not replayed natively: ") or why not in natively[0]:
            failures.append(f"stf.c {options}: {done.returncode} {natively} {done.stderr}")

print("\n".join(failures) or f"{len(chosen)} programs")
sys.exit(1 if failures else 0)
