# SPDX-License-Identifier: Apache-2.0
"""Reads the header lines of native programs, and compares what they expect with a JSON report.

README.md describes the lines. For the tests and drivers of this folder.
"""

import json
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

LINE = re.compile(r"// (expect|preload|needs|libs|native|options|exit): *(.*)")
NUMBERS = ("executions", "events", "deadlocks", "violations", "blocked")


@dataclass
class Expectation:
    arguments: list  # of the program
    numbers: dict  # key -> int, some of NUMBERS
    verdict: str
    kinds: list  # one of these must be found; empty: anything goes

    def differences(self, report):
        """What the JSON report says differently, as texts."""
        texts = []
        if report["verdict"] != self.verdict:
            texts.append(f"verdict {report['verdict']}, expected {self.verdict}")
        for key, value in self.numbers.items():
            if report[key] != value:
                texts.append(f"{key} {report[key]}, expected {value}")
        found = sorted({finding["kind"] for finding in report["findings"]})
        if self.kinds and not set(found) & set(self.kinds):
            texts.append(f"found {found}, expected {' or '.join(self.kinds)}")
        return texts


@dataclass
class Header:
    path: Path
    expectations: list = field(default_factory=list)
    lines: dict = field(default_factory=dict)  # the other header lines, by key

    def needs(self, what):
        return what in self.lines.get("needs", "").split()


def parse_expectation(text):
    pairs = [word.split("=", 1) for word in text.split()]
    named = dict(pairs)
    unknown = [k for k in named if not k.isupper() and k not in (*NUMBERS, "verdict", "kind")]
    if unknown or "verdict" not in named:
        raise ValueError(f"bad expectation: {text}")
    return Expectation(
        arguments=[value for key, value in pairs if key.isupper()],
        numbers={key: int(named[key]) for key in NUMBERS if key in named},
        verdict=named["verdict"],
        kinds=named["kind"].split("|") if "kind" in named else [],
    )


def read_header(path):
    header = Header(Path(path))
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.startswith("#"):
                break
            match = LINE.match(line.rstrip())
            if match and match.group(1) == "expect":
                header.expectations.append(parse_expectation(match.group(2)))
            elif match:
                header.lines[match.group(1)] = match.group(2)
    return header


def programs(root, more=()):
    """All native programs below the root of the source tree; those in folders that some compilers cannot compile only if asked for."""
    folders = ["bench/programs"] + [f"tests/native-programs/{f}" for f in ("conformance", "zoo", "users", *more)]
    return sorted(p for f in folders for p in (Path(root) / f).iterdir() if p.suffix in (".c", ".cpp"))


def check(command, timeout, **options):
    """Runs `skein check ... --json -` and returns the report; raises RuntimeError if there is none."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False, **options)
    start, end = done.stdout.find("{"), done.stdout.rfind("}")
    if start < 0:
        raise RuntimeError(f"no report, exit status {done.returncode}: {done.stderr.strip()[-500:]}")
    report = json.loads(done.stdout[start : end + 1])
    if "error" in report:
        raise RuntimeError(report["error"])
    return report
