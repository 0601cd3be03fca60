#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks native programs with skein against what their headers expect.

Usage: expectations.py [--explorer NAME]... [--compiler NAME] [--preload] [--most N] [--needs WORD]... [--flag F]... [--share N] [PATTERN...]
Needs SKEIN (the command) and SKEIN_SOURCE; what is compiled is kept in SKEIN_BUILD, if that is set. Programs that need
something (`// needs: spin`) are left out unless it is named by --needs; skein.h and events.h are always there. --preload: plain
binaries, only those with `// preload: yes`. With several explorers, the programs are divided among them.

Every finding must come with a witness that was executed again, in a new process, with the same result.
"""

import argparse
import hashlib
import os
import re
import shlex
import subprocess
import sys
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from headers import check, programs, read_header

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
from shares import is_taken  # noqa: E402

# What decides, besides the program and the command, what comes out of a compilation.
INGREDIENTS = ("tests/native-programs/support/spawn.h", "tests/native-programs/support/common.hpp", "include/skein/skein.h", "include/skein/events.h",
               "include/skein/events.hpp", "cmake/native.cmake", "src/machine/native/toolchain.cpp",
               "src/machine/native/plugins/gcc_reports.cpp", "src/machine/native/plugins/clang_reports.cpp", "src/runtime/intercept/libc/watched_functions.hpp")
ADAPTERS = "include/skein/adapters"
COMMON = "tests/native-programs/support/common.hpp"


class Headers:
    """COMMON, compiled once, for the C++ programs that clang compiles. gcc compiles each program as it is."""

    def __init__(self, options, work):
        self.options, self.path = options, Path(work) / "common.pch"
        self.lock = threading.Lock()

    def flags(self, header):
        # A precompiled header is refused where it would have been compiled otherwise.
        is_as_usual = not self.options.flag and not re.search(r"(^| )-(f|O|std)", header.lines.get("libs", ""))
        is_used = header.path.suffix == ".cpp" and self.options.compiler.startswith("clang") and not self.options.preload
        return ["-include-pch", str(self.path)] if is_used and is_as_usual else []

    def make(self):
        with self.lock:
            if not self.path.exists():
                source = Path(os.environ["SKEIN_SOURCE"]) / COMMON
                command = [os.environ["SKEIN"], "c++", f"--compiler={self.options.compiler}", "-std=c++20", "-pthread"]
                subprocess.run([*command, "-x", "c++-header", "-c", str(source), "-o", str(self.path)], check=True)


def command_for(header, output, options):
    is_c = header.path.suffix == ".c"
    include = Path(os.environ["SKEIN_SOURCE"]) / "include"
    command = [str(header.path), "-o", str(output), "-std=gnu11" if is_c else "-std=c++20", "-pthread", f"-I{include}"]
    command.append(f"-I{include / 'skein' / 'adapters'}")
    command += [*shlex.split(header.lines.get("libs", "")), *options.flag]
    if options.preload:
        return [options.compiler or ("gcc" if is_c else "g++"), "-O1", *command]
    wrapper = [os.environ["SKEIN"], "cc" if is_c else "c++"]
    return wrapper + ([f"--compiler={options.compiler}"] if options.compiler else []) + command


def build(header, options, folder):
    """The program made from the source: its path, and the compiler's complaint if there is none."""
    digest = hashlib.sha256(repr(command_for(header, "", options)).encode())
    root = Path(os.environ["SKEIN_SOURCE"])
    adapters = sorted((root / ADAPTERS).rglob("*.h*")) if "asio" in header.path.name else []
    for path in [header.path, *(root / each for each in INGREDIENTS), *adapters]:
        digest.update(path.read_bytes())
    output = folder / f"{header.path.name}-{digest.hexdigest()[:16]}"
    if output.exists():
        return output, None
    for old in folder.glob(f"{header.path.name}-" + "?" * 16):
        old.unlink(missing_ok=True)  # of an earlier version
    beside = output.with_name(f"{output.name}.{os.getpid()}")
    headers = options.headers.flags(header)
    if headers:
        options.headers.make()
    done = subprocess.run(command_for(header, beside, options) + headers, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return output, done.stderr
    beside.rename(output)
    return output, None


def not_repeated(report):
    """The findings whose witness did not show the same bug again."""
    return [f"{each['kind']} was not seen again in its own schedule" for each in report["findings"]
            if not each.get("repeated")]


def examine(path, options, explorer):
    """The complaints about one program, as texts, and how many expectations were checked."""
    header = read_header(path)
    if not header.expectations:
        return [f"{path}: has no line '// expect:' in its header"], 0
    # What `skein cc` built is instrumented: memory and spin loops are seen.
    has = {"skein.h", "events.h"} | (set() if options.preload else {"memory", "spin"})
    needs = set(header.lines.get("needs", "").split()) - has
    if not needs <= set(options.needs) or (options.preload and header.lines.get("preload") != "yes"):
        return [], 0
    program, error = build(header, options, options.folder)
    if error is not None:
        return [f"{path}: does not compile: {error}"], 0
    texts, checked = [], 0
    with tempfile.TemporaryDirectory() as place:
        for expected in header.expectations:
            if expected.numbers.get("executions", 0) > options.most:
                continue
            command = [os.environ["SKEIN"], "check", str(program), "-e", explorer, "--json", "-", "-q", "--witness-seconds=0.001"]
            command += shlex.split(header.lines.get("options", "")) + options.option + ["--", *expected.arguments]
            name = " ".join([path.name, *expected.arguments]) + f" ({explorer})"
            checked += 1
            try:
                report = check(command, timeout=options.seconds, cwd=place)
                texts += [f"{name}: {text}" for text in expected.differences(report) + not_repeated(report)]
            except (RuntimeError, subprocess.TimeoutExpired) as problem:
                texts.append(f"{name}: {problem}")
    return texts, checked


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--explorer", action="append", default=[])
    parser.add_argument("--compiler", default="")
    parser.add_argument("--preload", action="store_true")
    parser.add_argument("--most", type=int, default=5000, help="leave out what has more executions")
    parser.add_argument("--needs", action="append", default=[])
    parser.add_argument("--folder", action="append", default=[], help="of tests/native-programs, besides the usual ones")
    parser.add_argument("--option", action="append", default=[], help="of skein check, as in --option=--reset=fork")
    parser.add_argument("--flag", action="append", default=[], help="of the compiler, as in --flag=-O2")
    parser.add_argument("--share", type=int, default=1, help="take one of so many programs, unless SKEIN_LONG is set")
    parser.add_argument("--seconds", type=float, default=600, help="for one exploration")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("patterns", nargs="*")
    options = parser.parse_args()
    explorers = options.explorer or ["qpor"]
    paths = programs(os.environ["SKEIN_SOURCE"], options.folder)
    if options.patterns:
        paths = [p for p in paths if any(re.search(pattern, str(p)) for pattern in options.patterns)]
    paths = [p for p in paths if is_taken(p.name, options.share)]
    failures, checked = 0, 0
    with tempfile.TemporaryDirectory() as work, ThreadPoolExecutor(options.jobs) as pool:
        options.headers = Headers(options, work)
        options.is_cached = "SKEIN_BUILD" in os.environ
        options.folder = Path(work)
        if options.is_cached:
            kind = "plain" if options.preload else "skein"
            options.folder = Path(os.environ["SKEIN_BUILD"]) / "tests/native-programs" / f"{kind}-{options.compiler}"
            options.folder.mkdir(parents=True, exist_ok=True)
        jobs = [(path, explorers[i % len(explorers)]) for i, path in enumerate(paths)]
        for texts, count in pool.map(lambda job: examine(job[0], options, job[1]), jobs):
            for text in texts:
                print(text, flush=True)
            failures += len(texts)
            checked += count
    print(f"{checked} expectations checked, {failures} complaints")
    return 1 if failures or checked == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
