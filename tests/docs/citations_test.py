#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What documents and comments cite is in the repository: files by their path, documents by their name,
sections of documents by their anchor. Comments of C++ may leave out the first folders of a path."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

SOURCE = pathlib.Path(os.environ["SKEIN_SOURCE"])
FOLDERS = "bench|cmake|docs|examples|include|report-page|src|tests|tools"
PATH = re.compile(rf"(?<![\w/.-])((?:{FOLDERS})/[\w./+-]*\w)")
DOCUMENT = re.compile(r"(?<![\w/.*-])([A-Za-z][\w-]*\.md)\b")
LINK = re.compile(r"\]\(([^)#\s]*)#([^)]+)\)")
CODE_PATH = re.compile(r"(?<![\w./<$-])((?:[\w-]+/)+[\w-]+\.(?:hpp|cpp))\b")
# Names of documents that were never in the repository, or are no longer.
GONE = re.compile(r"\bseed 0\d\d\b|\bDESIGN\b|\bBENCHMARKS\b")
PLACEHOLDER = re.compile(r"\b(NAME|KIND)\b")
TEXTS = {".md", ".cpp", ".hpp", ".c", ".h", ".py", ".sh", ".cmake", ".skein", ""}
COMMENTED = {".cpp", ".hpp", ".c", ".h"}
failures = 0


def fail(what):
    global failures
    failures += 1
    print("FAILED:", what)


def is_there(cited):
    """A file, a folder, or several files by the beginning of their names, as in src/cli/main or src/prefix/prefix_."""
    return (SOURCE / cited).exists() or any((SOURCE / cited).parent.glob(pathlib.Path(cited).name + "*"))


def endings_of(names):
    """All paths without some of their first folders: src/core/ids.hpp, core/ids.hpp, ids.hpp."""
    return {"/".join(parts[i:]) for parts in (name.split("/") for name in names) for i in range(len(parts))}


def comments(text):
    """What follows // in a line, and lines of a block comment."""
    return "\n".join(line[found.start():] for line in text.split("\n")
                     if (found := re.search(r"//|^\s*/?\*", line)) and "#include" not in line)


def anchors(page):
    """Those that GitHub makes of the headings."""
    headings = re.findall(r"^#+ (.*)$", re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.S), re.M)
    return {re.sub(r"[^\w -]", "", h.lower()).replace(" ", "-") for h in headings}


if not shutil.which("git"):
    sys.exit(77)
listed = subprocess.run(["git", "-C", str(SOURCE), "ls-files", "-co", "--exclude-standard"], capture_output=True,
                        text=True, check=False)
if listed.returncode != 0:
    sys.exit(77)  # not a checkout
files = [SOURCE / name for name in listed.stdout.splitlines() if (SOURCE / name).is_file()]
documents = {file.name for file in files if file.suffix == ".md"}
endings = endings_of(file.relative_to(SOURCE).as_posix() for file in files)
looked_at = 0
for file in files:
    name = file.relative_to(SOURCE).as_posix()
    if file.suffix not in TEXTS or name == "CHANGELOG.md" or name.startswith("report-page/built/"):
        continue
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        continue
    looked_at += 1
    for cited in set(DOCUMENT.findall(text)) - documents:
        fail(f"{name} cites {cited}, which is not in the repository")
    if name != "tests/docs/citations_test.py":
        for cited in set(GONE.findall(text)):
            fail(f"{name} cites {cited}, which is not in the repository")
    if file.suffix in COMMENTED:
        for cited in set(CODE_PATH.findall(comments(text))) - endings:
            fail(f"{name} cites {cited}, which is not in the repository")
    if file.suffix != ".md":
        continue
    prose = re.sub(r"```.*?```", "", text, flags=re.S)
    for cited in set(CODE_PATH.findall(prose)) - endings:
        if not PATH.fullmatch(cited):
            fail(f"{name} cites {cited}, which is not in the repository")
    for cited in set(PATH.findall(prose)):
        if not is_there(cited) and not (file.parent / cited).exists() and not PLACEHOLDER.search(cited):
            fail(f"{name} cites {cited}, which is not in the repository")
    for target, anchor in LINK.findall(prose):
        page = file if not target else file.parent / target
        if "://" not in target and page.suffix == ".md" and page.is_file() and anchor not in anchors(page):
            fail(f"{name} links to {target}#{anchor}: there is no such heading")
if looked_at < 100:
    fail(f"only {looked_at} files were looked at")
print(f"{failures} failures in {looked_at} files")
sys.exit(1 if failures else 0)
