#!/usr/bin/env python3
"""Checks native programs with skein against what their headers expect.

Usage: expectations.py [--explorer NAME] [--compiler NAME] [--preload] [--most N] [--needs WORD]... [PATTERN...]
Needs SKEIN (the command) and SKEIN_SOURCE. Programs that need something (`// needs: spin`) are left out unless it is
named by --needs; skein.h is always there. --preload: plain binaries, only those with `// preload: yes`.
"""

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from headers import check, programs, read_header


def build(header, output, options):
    is_c = header.path.suffix == ".c"
    include = Path(os.environ["SKEIN_SOURCE"]) / "include"
    command = [str(header.path), "-o", str(output), "-std=gnu11" if is_c else "-std=c++20", "-pthread", f"-I{include}"]
    command += shlex.split(header.lines.get("libs", ""))
    if options.preload:
        command = [options.compiler or ("gcc" if is_c else "g++"), "-O1", *command]
    else:
        wrapper = [os.environ["SKEIN"], "cc" if is_c else "c++"]
        command = wrapper + ([f"--compiler={options.compiler}"] if options.compiler else []) + command
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stderr if done.returncode != 0 else None


def examine(path, options, work):
    """The complaints about one program, as texts, and how many expectations were checked."""
    header = read_header(path)
    needs = set(header.lines.get("needs", "").split()) - {"skein.h"}
    if not needs <= set(options.needs) or (options.preload and header.lines.get("preload") != "yes"):
        return [], 0
    folder = Path(tempfile.mkdtemp(dir=work))
    error = build(header, folder / "program", options)
    if error is not None:
        return [f"{path}: does not compile: {error}"], 0
    texts, checked = [], 0
    for expected in header.expectations:
        if expected.numbers.get("executions", 0) > options.most:
            continue
        command = [os.environ["SKEIN"], "check", str(folder / "program"), "-e", options.explorer, "--json", "-", "-q"]
        command += shlex.split(header.lines.get("options", "")) + ["--", *expected.arguments]
        name = " ".join([path.name, *expected.arguments])
        checked += 1
        try:
            report = check(command, timeout=options.seconds, cwd=folder)
            texts += [f"{name}: {text}" for text in expected.differences(report)]
        except (RuntimeError, subprocess.TimeoutExpired) as problem:
            texts.append(f"{name}: {problem}")
    return texts, checked


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--explorer", default="qpor")
    parser.add_argument("--compiler", default="")
    parser.add_argument("--preload", action="store_true")
    parser.add_argument("--most", type=int, default=5000, help="leave out what has more executions")
    parser.add_argument("--needs", action="append", default=[])
    parser.add_argument("--seconds", type=float, default=60, help="for one exploration")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("patterns", nargs="*")
    options = parser.parse_args()
    paths = programs(os.environ["SKEIN_SOURCE"])
    if options.patterns:
        paths = [p for p in paths if any(re.search(pattern, str(p)) for pattern in options.patterns)]
    failures, checked = 0, 0
    with tempfile.TemporaryDirectory() as work, ThreadPoolExecutor(options.jobs) as pool:
        for texts, count in pool.map(lambda path: examine(path, options, work), paths):
            for text in texts:
                print(text, flush=True)
            failures += len(texts)
            checked += count
    print(f"{checked} expectations checked, {failures} complaints")
    return 1 if failures or checked == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
