# SPDX-License-Identifier: Apache-2.0
"""Programs of a folder that are right, and wrong with -D BUG: each is proved, or its bug shown. A third of them, or all (shares.py)."""
import glob
import os
import subprocess
import sys

from shares import is_taken


def prove(program, *options):
    """Seconds: far more than is needed, for a machine with other work to do."""
    command = [os.environ["SKEIN"], "prove", program, "--refine-seconds", "60", *options]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def check(folder, least, wrong_statuses=lambda text: [1]):
    """What is not as it must be, as texts, for at least this many programs. `wrong_statuses` gives the exit statuses that are right
    for the wrong program with this text."""
    failures = []
    programs = sorted(glob.glob(os.path.join(folder, "*.c")))
    for program in programs:
        if not is_taken(os.path.basename(program), 3):
            continue
        with open(program, encoding="utf-8") as file:
            text = file.read()
        for options, expected in ([], [0]), (["-D", "BUG"], wrong_statuses(text)):
            done = prove(program, *options)
            if done.returncode not in expected:
                failures.append(f"{' '.join([os.path.basename(program), *options])}: exit status {done.returncode}, not {expected}:\n"
                                f"{done.stdout}{done.stderr}")
    if len(programs) < least:
        failures.append(f"only {len(programs)} programs")
    return failures


def end(failures):
    print("\n".join(failures) or "all programs, each right and wrong")
    sys.exit(1 if failures else 0)
