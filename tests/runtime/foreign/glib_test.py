#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""glib's locks, conditions and queues, in the library as it is installed."""
import json
import os
import pathlib
import shutil
import subprocess
import sys

SKEIN = os.environ["SKEIN"]
PROGRAMS = pathlib.Path(os.environ["SKEIN_SOURCE"]) / "tests/runtime/foreign/programs/glib"
SKIPPED = 77
# verdict, kinds of findings, and the number of executions where it was counted by hand
EXPECTED = {"condition": ("clean", set(), 2), "condition_bug": ("bug", {"race", "deadlock"}, None),
            "two_locks_bug": ("bug", {"deadlock"}, 3), "queue": ("clean", set(), None), "try_lock": ("clean", set(), None)}

if shutil.which("pkg-config") is None or subprocess.run(["pkg-config", "--exists", "glib-2.0"], check=False).returncode != 0:
    print("libglib2.0-dev is not installed")
    sys.exit(SKIPPED)
flags = subprocess.run(["pkg-config", "--cflags", "--libs", "glib-2.0"], capture_output=True, text=True, check=True).stdout.split()
failures = 0
for name, (verdict, kinds, executions) in EXPECTED.items():
    subprocess.run([SKEIN, "cc", str(PROGRAMS / f"{name}.c"), *flags, "-o", name], check=True)
    for options in ([], ["--reset=fork"], ["--snapshots=2"]):
        done = subprocess.run([SKEIN, "check", f"./{name}", "-q", "--json", "-", "--max-seconds", "120", *options],
                              capture_output=True, text=True, check=False)
        report = json.loads(done.stdout) if done.stdout.startswith("{") else {"verdict": done.stderr, "findings": [], "executions": 0}
        found = report["verdict"], {finding["kind"] for finding in report["findings"]}
        if found != (verdict, kinds) or (executions and report["executions"] != executions):
            failures += 1
            print(f"FAILED: {name} {options}: {found}, {report['executions']} executions; {report.get('gaps')}")
sys.exit(1 if failures else 0)
