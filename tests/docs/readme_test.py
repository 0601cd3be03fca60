#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What README.md shows is what the tool prints, but for time and memory; and what it links to exists."""

import difflib
import os
import pathlib
import re
import shlex
import subprocess
import sys

SKEIN = os.environ["SKEIN"]
SOURCE = pathlib.Path(os.environ["SKEIN_SOURCE"])
text = (SOURCE / "README.md").read_text(encoding="utf-8")
failures = 0


def comparable(output):
    """Lines without what depends on the machine."""
    return [re.sub(r"^  (time|memory) .*", r"  \1", line.rstrip()) for line in output.splitlines()]


shown = re.findall(r"^```\n\$ \./skein (.*)\n((?:.*\n)*?)```$", text, re.MULTILINE)
if len(shown) < 3:
    sys.exit("README.md shows no commands")
for command, expected in shown:
    done = subprocess.run([SKEIN, *shlex.split(command)], cwd=SOURCE, capture_output=True, text=True, check=False)
    difference = list(difflib.unified_diff(comparable(expected), comparable(done.stdout), "README.md", command, lineterm=""))
    if difference:
        failures += 1
        print("\n".join(difference), done.stderr)

for link in re.findall(r"\]\(([^)#:]+)\)", text):
    if not (SOURCE / link).exists():
        failures += 1
        print(f"README.md links to {link}, which does not exist")
sys.exit(1 if failures else 0)
