#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The pages of docs/findings: each has an example in which skein finds just that kind, there is a page for every kind
that skein knows, and what the pages link to exists."""

import json
import os
import pathlib
import re
import subprocess
import sys

SKEIN = os.environ["SKEIN"]
SOURCE = pathlib.Path(os.environ["SKEIN_SOURCE"])
FOLDER = SOURCE / "docs" / "findings"
failures = 0


def expect(holds, what):
    global failures
    if not holds:
        failures += 1
        print("FAILED:", what)


pages = {page.stem: page.read_text(encoding="utf-8") for page in FOLDER.glob("*.md")}
overview = pages.pop("README")
known = [re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind).lower()
         for kind in re.findall(r"KindDescription\{\s*FindingKind::(\w+)",
                                (SOURCE / "src/report/words/finding_kinds.cpp").read_text(encoding="utf-8"))]
expect(len(known) >= 9, f"the kinds are read from the table: {known}")
expect(set(pages) == set(known), f"a page for each kind: {set(pages) ^ set(known)}")
expect(set(re.findall(r"^\| \[([a-z-]+)\]", overview, re.M)) == set(known), "all are in the overview")

for kind, text in pages.items():
    language, program = re.search(r"```(c|cpp|skein)\n(.*?)```", text, re.S).groups()
    name = f"{kind}.{language}"
    pathlib.Path(name).write_text(program, encoding="utf-8")
    done = subprocess.run([SKEIN, "check", name, "--json", "out.json"], timeout=600,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    expect(done.returncode == 1, f"{name}: exit status {done.returncode}: {done.stdout.decode()}")
    report = json.loads(pathlib.Path("out.json").read_text(encoding="utf-8"))
    kinds = [finding["kind"] for finding in report["findings"]]
    expect(kind in kinds, f"{name}: found {kinds}")
    # The example is about this kind: nothing else is wrong with it.
    expect(set(kinds) <= {kind}, f"{name}: also found {set(kinds) - {kind}}")

for page in [*FOLDER.glob("*.md"), *(SOURCE / "docs").glob("*.md"), SOURCE / "README.md"]:
    for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        if "://" not in link:
            expect((page.parent / link).exists(), f"{page.name} links to {link}, which is not there")

print(f"{failures} failures")
sys.exit(1 if failures else 0)
