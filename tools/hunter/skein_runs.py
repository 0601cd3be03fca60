# SPDX-License-Identifier: Apache-2.0
"""Runs skein on a program and returns what it said, as data."""
import dataclasses
import json
import os
import pathlib
import re
import signal
import subprocess
import time

# How long skein may take beyond its budget: on a busy machine starts, the last run and minimising take their time.
GRACE = 40.0


@dataclasses.dataclass
class Answer:
    status: int
    report: dict
    outcomes: set          # of all runs, as printed; empty for verify
    text: str              # stdout and stderr without outcomes
    seconds: float
    command: str
    is_late: bool = False

    @property
    def kinds(self):
        """Of all findings and their variants: the race of a free with a use is a variant of the use after free."""
        findings = self.report.get("findings", [])
        races = {"race" for finding in findings for text in finding.get("variants", []) if text.startswith("data race")}
        return {finding["kind"] for finding in findings} | races

    @property
    def is_complete(self):
        """Everything was explored: no budget, no bound, nothing unseen."""
        r = self.report
        return self.status in (0, 1) and not r.get("stopped_by") and not r.get("cut") and not r.get("gaps") and not r.get("missing")

    def summary(self):
        return self.report.get("summary") or self.text.strip().splitlines()[-1:] or "no report"


class Skein:
    def __init__(self, command, core, seconds):
        self.command, self.core, self.seconds = command, core, seconds

    def check(self, binary, explorer, *options):
        # The number of interleavings is mostly beyond reach, and a part of them says much.
        seconds = self.seconds / 5 if explorer == "exhaustive" else self.seconds
        reduction = "outcome"
        if explorer == "sections":  # not an explorer, but a coarser equivalence
            explorer, reduction = "optimal", "sections"
        options = (f"--reduce={reduction}", *options)
        return self.run(["check", "-e", explorer, "--races=explore", "--show-output", "--no-color", "--max-seconds", str(seconds), *options], binary)

    def verify(self, source, *options):
        return self.run(["verify", "--no-color", "--max-seconds", str(self.seconds), *options], source)

    def prove(self, source, *options):
        return self.run(["prove", "--no-color", "--max-seconds", str(self.seconds), *options], source)

    def run(self, words, target):
        report = pathlib.Path(target).with_suffix(".json")
        report.unlink(missing_ok=True)
        command = [self.command, *words, "--json", str(report), str(target)]
        pin = (lambda: os.sched_setaffinity(0, {self.core})) if self.core is not None else None
        start = time.monotonic()
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, preexec_fn=pin)
        is_late = False
        try:
            out, error = process.communicate(timeout=self.seconds + GRACE)
        except subprocess.TimeoutExpired:
            is_late = True
            os.killpg(process.pid, signal.SIGKILL)
            out, error = process.communicate()
        lines = out.decode(errors="replace").splitlines()
        outcomes = {line for line in lines if line.startswith("OUTCOME")}
        text = "\n".join(line for line in lines if not line.startswith("OUTCOME")) + "\n" + error.decode(errors="replace")
        try:
            answer = json.loads(report.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            answer = {}
        return Answer(process.returncode, answer, outcomes, text, time.monotonic() - start, " ".join(command), is_late)


def own_files(root):
    """A pattern for messages that name skein's own sources."""
    names = sorted({re.escape(f.name) for f in (pathlib.Path(root) / "src").rglob("*.?pp")})
    return re.compile(r"(?<![\w/.-])(?:src/[\w/]+/)?(?:" + "|".join(names or ["$^"]) + r"):\d+")
