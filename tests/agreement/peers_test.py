#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""bench/peers with stand-ins for the peers, which Debian does not have: they compile the program as the peers would, run it
once, and print the number of executions that they were made to believe in."""

import os
import pathlib
import subprocess
import sys

SKEIN = os.environ["SKEIN"]
PEERS = pathlib.Path(os.environ["SKEIN_SOURCE"]) / "bench" / "peers"
STAND_IN = """#!/bin/sh
flags=
for a in "$@"; do
  case $a in -D* | -I* | *.c) flags="$flags $a" ;; esac
done
cc $flags -pthread -o program && ./program && echo "{line} {count}"
"""


def stand_in(name, line, count):
    path = pathlib.Path(name).resolve()
    path.write_text(STAND_IN.format(line=line, count=count), encoding="utf-8")
    path.chmod(0o755)
    return str(path)


def run(genmc_count):
    genmc = stand_in("genmc", "Number of complete executions explored:", genmc_count)
    nidhugg = stand_in("nidhuggc", "Trace count:", 137)
    return subprocess.run([str(PEERS), "--skein", SKEIN, "--genmc", genmc, "--nidhugg", nidhugg, "--only", r"DISP\(5,2\)",
                           "--rounds", "1"], capture_output=True, text=True, check=False)


failures = []
good = run(137)
row = good.stdout.splitlines()[-1]
if good.returncode != 0 or "WRONG" in good.stdout or row.count("|") != 8 or "DISP(5,2) | 137 |" not in row:
    failures.append(f"right counts: {good.returncode}\n{good.stdout}{good.stderr}")
bad = run(136)
if bad.returncode != 1 or "**WRONG: GenMC 136**" not in bad.stdout:
    failures.append(f"a wrong count: {bad.returncode}\n{bad.stdout}{bad.stderr}")
missing = subprocess.run([str(PEERS), "--skein", SKEIN, "--genmc", "./none"], capture_output=True, text=True, check=False)
if missing.returncode != 2 or "./none is not a program" not in missing.stderr:
    failures.append(f"a peer that is not there: {missing.returncode}\n{missing.stderr}")
for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
