# SPDX-License-Identifier: Apache-2.0
"""The reports on tests/native-programs/reports: short, in the program's own words, one bug each; and in JSON (which
is what the HTML page shows), SARIF and JUnit the same words.

Every report is compared with the rules below; with the first compiler at -O0 also with NAME.report
next to the program, up to the figures, if there is one: how much a schedule of a longer exploration
is improved depends on the time. With `--update` these files are written instead. Without SKEIN_LONG a share of the programs
is taken."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree

from shares import is_taken

SKEIN = os.environ["SKEIN"]
SOURCE = pathlib.Path(os.environ["SKEIN_SOURCE"])
PROGRAMS = SOURCE / "tests" / "native-programs" / "reports"
FOLDER = pathlib.Path("programs")  # where skein is started

MOST_LINES = 40
# Addresses, lines of headers, and skein's own files.
FORBIDDEN = ["0x", "/usr/include", "bits/", "runtime/", r"\.h:\d", r"\b_M_", "__gthread", "::{lambda",
             "std::__", "operator new"]
# Headers without a suffix.
HEADERS = re.compile(r"\b(mutex|thread|future|functional|atomic|condition_variable|shared_mutex|latch"
                     r"|barrier|stop_token|memory|vector|map|deque|queue):\d")


def story_of(text):
    """The report up to the figures."""
    lines = text.splitlines()
    end = next((i for i, line in enumerate(lines) if ", explorer " in line), len(lines))
    return lines[:end]


def complaints(text):
    """What is wrong with a report."""
    story = story_of(text)
    if not any(line.startswith("BUG 1: ") for line in story):
        yield "there is no bug"
    if any(line.startswith("BUG 2: ") for line in story):
        yield "one cause is reported twice"
    if len(story) > MOST_LINES:
        yield f"{len(story)} lines before the figures"
    for line in story:
        if len(line) > 80 and not line.startswith("  skein replay "):
            yield f"wider than 80 columns: {line}"
        for pattern in FORBIDDEN:
            if re.search(pattern, line):
                yield f"'{pattern}' in: {line}"
        if HEADERS.search(line):
            yield f"a line of a header: {line}"


def strings_in(value, key=""):
    """All strings of a JSON document, with the keys that lead there."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from strings_in(part, f"{key}.{name}")
    elif isinstance(value, list):
        for part in value:
            yield from strings_in(part, key)
    elif isinstance(value, str):
        yield key, value


def format_complaints(name):
    """What is wrong with the other formats: addresses, lines of headers, skein's own files."""
    strings = []
    for file in ("report.json", "report.sarif"):
        strings += strings_in(json.loads((FOLDER / file).read_text(encoding="utf-8")), file)
    for element in xml.etree.ElementTree.parse(FOLDER / "report.xml").iter():
        strings += [(f"report.xml {element.tag}", text) for text in [element.text or "", *element.attrib.values()]]
    if sum(f"{name}.cpp" in text for _, text in strings) < 10:
        yield "the other formats hardly name the program"
    for key, text in strings:
        for pattern in FORBIDDEN:
            if re.search(pattern, text):
                yield f"'{pattern}' in {key}: {text}"
        if HEADERS.search(text):
            yield f"a line of a header in {key}: {text}"


def report_of(name, compiler, level):
    """What skein prints; it is started next to the program, whose folder it need not name then."""
    folder = FOLDER
    folder.mkdir(exist_ok=True)
    shutil.copy(PROGRAMS / f"{name}.cpp", folder)
    done = subprocess.run(
        [SKEIN, "check", f"{name}.cpp", "--compiler", compiler, "--cflags", level,
         "--json", "report.json", "--sarif", "report.sarif", "--junit", "report.xml"],
        cwd=folder, capture_output=True, text=True, timeout=600)
    if done.returncode != 1:
        sys.exit(f"{name}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def check(compiler, has_golden_files):
    """Checks all programs; exits with 1 if something is wrong."""
    if shutil.which(compiler) is None:
        print(f"there is no {compiler}")
        return
    failures = 0
    levels = ["-O0", "-O2"] if os.environ.get("SKEIN_LONG") else ["-O0" if has_golden_files else "-O2"]
    names = sorted(path.stem for path in PROGRAMS.glob("*.cpp"))
    assert names, "no programs"
    share = 3 if has_golden_files else 6
    for name in [name for name in names if "--update" in sys.argv or is_taken(name, share)]:
        for level in levels:
            text = report_of(name, compiler, level)
            wrong = [*complaints(text), *format_complaints(name)]
            golden = PROGRAMS / f"{name}.report"
            story = "\n".join(story_of(text)) + "\n"
            # What a schedule watches is named by addresses.
            story = re.sub(r"--watch=\S+", "--watch=...", story)
            if has_golden_files and level == "-O0" and golden.exists():
                if "--update" in sys.argv:
                    golden.write_text(story, encoding="utf-8")
                elif golden.read_text(encoding="utf-8") != story:
                    wrong.append(f"not as in {golden.name}")
            if wrong:
                failures += 1
                print(f"FAILED: {name} with {compiler} {level}:")
                print("\n".join(f"  {one}" for one in wrong))
                print(text)
    sys.exit(1 if failures else 0)
