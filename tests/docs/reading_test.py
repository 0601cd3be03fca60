#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What docs/reading-a-report.md shows is what skein prints, for one program of each kind: those of docs/findings.
With --write, the page is brought up to date instead."""

import difflib
import os
import pathlib
import re
import subprocess
import sys

SKEIN = os.environ["SKEIN"]
SOURCE = pathlib.Path(os.environ["SKEIN_SOURCE"])
PAGE = SOURCE / "docs" / "reading-a-report.md"
BLOCK = re.compile(r"^```\n\$ skein check (([a-z-]+)\.[a-z]+)\n((?:.*\n)*?)```$", re.MULTILINE)


def comparable(output):
    """Lines without what depends on the machine."""
    return [re.sub(r"^  (time|memory) .*", r"  \1", line.rstrip()) for line in output.splitlines()]


def printed(name, kind):
    """What skein prints of the program in docs/findings/KIND.md."""
    page = (SOURCE / "docs" / "findings" / f"{kind}.md").read_text(encoding="utf-8")
    program = re.search(r"```(?:c|cpp|skein)\n(.*?)```", page, re.S).group(1)
    pathlib.Path(name).write_text(program, encoding="utf-8")
    return subprocess.run([SKEIN, "check", name], capture_output=True, text=True, check=False, timeout=600).stdout


def expected(name, kind, shown):
    """The part that the page shows: the whole report, or the first bug up to its replay command."""
    output = printed(name, kind)
    is_whole = "\n  skein replay " in shown
    return output if is_whole else output[output.index("BUG 1") : output.index("\n  skein replay ")]


text = PAGE.read_text(encoding="utf-8")
if "--write" in sys.argv:
    PAGE.write_text(BLOCK.sub(lambda block: f"```\n$ skein check {block[1]}\n{expected(*block.groups())}```", text), encoding="utf-8")
    sys.exit(0)

failures = 0
kinds = set()
for name, kind, shown in BLOCK.findall(text):
    kinds.add(kind)
    difference = list(difflib.unified_diff(comparable(shown), comparable(expected(name, kind, shown)), PAGE.name, name, lineterm=""))
    if difference:
        failures += 1
        print("\n".join(difference))
known = {page.stem for page in (SOURCE / "docs" / "findings").glob("*.md")} - {"README"}
if kinds != known:
    failures += 1
    print(f"FAILED: a report of each kind: {kinds ^ known}")
sys.exit(1 if failures else 0)
