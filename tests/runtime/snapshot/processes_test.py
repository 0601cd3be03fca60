#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Snapshots are processes: however an exploration ends, none is left behind."""
import ctypes
import json
import os
import signal
import subprocess
import sys
import time

SKEIN = os.environ["SKEIN"]
SOURCE = os.path.join(os.environ["SKEIN_SOURCE"], "tests/runtime/snapshot/programs/long_runs.c")
PROGRAM = os.path.abspath("skein_snap_run")  # a name that no other process has
PATIENCE = 60
failures = []

# What has lost its parents becomes a child of this process, and so can be waited for.
PR_SET_CHILD_SUBREAPER = 36
ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)


def complain(text):
    failures.append(text)
    print(text)


def processes():
    """The processes of the program, without those that have ended."""
    found = []
    for entry in os.listdir("/proc"):
        try:
            with open(f"/proc/{entry}/stat", encoding="utf-8") as file:
                name, rest = file.read().rsplit(") ", 1)
            if entry.isdigit() and name.endswith(f"({os.path.basename(PROGRAM)}") and rest[0] != "Z":
                found.append(int(entry))
        except (OSError, ValueError):
            pass
    return found


def kill(process):
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:  # it has ended meanwhile
        pass


def start(*options, arguments=("8",)):
    return subprocess.Popen([SKEIN, "check", PROGRAM, "-q", "--json", "-", *options, "--", *arguments],
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def await_snapshots(skein, case):
    end = time.monotonic() + PATIENCE
    while len(processes()) < 3 and skein.poll() is None:
        if time.monotonic() > end:
            complain(f"{case}: there are no snapshots")
            return
        time.sleep(0.002)


def finish(skein, case):
    """The report, once everything has ended; complains about processes that stay."""
    try:
        output, _ = skein.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        skein.kill()
        output, _ = skein.communicate()
        complain(f"{case}: skein does not end")
    end = time.monotonic() + 10
    while left := processes():
        if time.monotonic() > end:
            complain(f"{case}: {len(left)} processes are left behind")
            for each in left:
                kill(each)
            break
        time.sleep(0.01)
    orphans = 0
    try:
        while os.waitpid(-1, 0)[0] > 0:
            orphans += 1
    except ChildProcessError:
        pass
    # Killed, or out of time on a busy machine, skein ends at once, and its processes end by themselves.
    if orphans and case.startswith(("the end", "a crash")):
        complain(f"{case}: skein did not wait for {orphans} of its processes")
    return json.loads(output) if output.startswith("{") else {}


subprocess.run([SKEIN, "cc", "-O1", SOURCE, "-o", PROGRAM], check=True)

for options in (["--snapshots=3"], []):
    how = " ".join(options) or "auto"
    report = finish(start(*options, arguments=("3",)), f"the end ({how})")
    if report.get("executions") != 6:
        complain(f"{how}: {report.get('executions')} executions instead of 6")

    for name in ("SIGINT", "SIGTERM", "SIGKILL"):
        case = f"{name} ({how})"
        skein = start(*options)
        await_snapshots(skein, case)
        skein.send_signal(getattr(signal, name))
        finish(skein, case)

    case = f"a budget of seconds ({how})"
    finish(start("--max-seconds=1.5", *options), case)
    finish(start("--max-runs=40", *options), f"a budget of runs ({how})")

    # The process ends in 3 of the 6 orders, with others in between, and the exploration goes on.
    report = finish(start(*options, "--witness-seconds=0.1", arguments=("3", "1")), f"a crash ({how})")
    plain = finish(start("--snapshots=off", "--witness-seconds=0.1", arguments=("3", "1")), "a crash without snapshots")
    for key in ("executions", "verdict"):
        if report.get(key) != plain.get(key):
            complain(f"a crash ({how}): {key} is {report.get(key)}, without snapshots {plain.get(key)}")

    # A process that is killed from outside is replaced.
    case = f"a killed snapshot ({how})"
    skein = start(*options, arguments=("4",))
    await_snapshots(skein, case)
    for each in sorted(processes())[1:2]:
        kill(each)
    report = finish(skein, case)
    if report.get("executions") != 24:
        complain(f"{case}: {report.get('executions')} executions instead of 24")

sys.exit(1 if failures else 0)
