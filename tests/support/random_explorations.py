# SPDX-License-Identifier: Apache-2.0
"""What tests of random real programs share: explore one of them, and what the report says of its final states (which are its
exit statuses) and findings."""

import json
import os
import re
import subprocess


def explore(program, number, options, seconds=600):
    """The report in JSON. `number`: the program's argument."""
    command = [os.environ["SKEIN"], "check", program, *options, "--json", "-", "-q", "--", str(number)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=seconds)
    if done.returncode not in (0, 1, 4):
        return {"verdict": done.stderr, "findings": [], "executions": 0, "reservations": [], "stopped_by": ""}
    return json.loads(done.stdout[:done.stdout.rindex("}") + 1])


def states_of(report):
    texts = [re.search(r"ended with exit status (\d+)$", r) for r in report["reservations"]]
    return {int(m.group(1)) for m in texts if m}


def kinds_of(report):
    return {f["kind"] for f in report["findings"]}
