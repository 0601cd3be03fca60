#!/usr/bin/python3
"""Agreement of verify with the native machine, on the programs of tests/native-programs.

Each of these says in its header what the native machine must find. What verify supports of them it must judge alike:
clean there is proved here, a bug there a bug here. What it refuses (exit status 2) and what takes too long is counted;
DIFFERS lists what is judged otherwise, and why. Every sixth program is looked at, all with SKEIN_LONG=1 or if names are given.
    agreement_test.py [-v] [part of a name]...
"""

import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

SKEIN = os.environ["SKEIN"]
ROOT = pathlib.Path(os.environ["SKEIN_SOURCE"]) / "tests" / "native-programs"
sys.path.insert(0, str(ROOT))
import headers  # noqa: E402

# Name: why verify rightly says something else than the native machine.
DIFFERS = {
    "data_race.c": "races are explored, not reported",
    "clocks.c": "clocks stand still here",
}

arguments = sys.argv[1:]
is_verbose = "-v" in arguments
wanted = [a for a in arguments if a != "-v"]


def verify(path, options):
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        command = [SKEIN, "verify", str(path), "-q", "--max-seconds", "20", "--json", file.name, *options]
        done = subprocess.run(command, capture_output=True, text=True)
        try:
            return done.returncode, json.load(open(file.name)), done.stdout + done.stderr
        except ValueError:
            return done.returncode, {}, done.stdout + done.stderr


def judge(path):
    header = headers.read_header(path)
    expectation = header.expectations[0]
    status, report, text = verify(path, ["--", *expectation.arguments])
    name = path.name
    if status == 2:
        return "refused", f"{name}: {text.strip().splitlines()[-1]}"
    if report.get("verdict") == "incomplete":
        return "refused", f"{name}: {text.strip()}"
    verdict = {"clean": "proved"}.get(expectation.verdict, expectation.verdict)
    if report.get("verdict") != verdict and name not in DIFFERS:
        return "differs", f"{name}: {report.get('verdict')}, natively {expectation.verdict}: {text.strip()}"
    return "agrees", f"{name}: {verdict}"


paths = [p for folder in ["conformance", "zoo", "users"] for p in sorted((ROOT / folder).glob("*.c"))]
paths = [p for p in paths if not wanted or any(w in p.name for w in wanted)]
if not wanted and not os.environ.get("SKEIN_LONG"):
    paths = paths[::6]
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    results = list(pool.map(judge, paths))
for kind, text in results:
    if is_verbose or kind == "differs":
        print(f"{kind}: {text}")
counts = {k: sum(1 for kind, _ in results if kind == k) for k in ["agrees", "refused", "differs"]}
print(counts)
sys.exit(1 if counts["differs"] else 0)
