#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The adapters' examples: the documented commands do what the documents say; the examples run without skein, and
those for asio, with the conformance programs, compile unchanged against the real asio and do the same there."""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ["SKEIN_SOURCE"], "tests", "support"))
from shares import is_taken  # noqa: E402

SKEIN = os.environ["SKEIN"]
SOURCE = pathlib.Path(os.environ["SKEIN_SOURCE"])
BUILD = pathlib.Path(os.environ["SKEIN_BUILD"])
ADAPTERS = SOURCE / "include/skein/adapters"
EXAMPLES = SOURCE / "examples/adapters"
CONFORMANCE = sorted((SOURCE / "tests/native-programs/conformance").glob("cxx_asio_*.cpp"))
failures = 0


def expect(holds, what):
    global failures
    if not holds:
        failures += 1
        print("FAILED:", what, flush=True)


def run(command, seconds=900):
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=seconds, cwd=SOURCE)
    return done.returncode, done.stdout + done.stderr


def check_documents():
    """`skein check ...  # clean` or `# KIND: ...`, in the documents."""
    seen = set()
    documents = "".join((SOURCE / "docs" / each).read_text(encoding="utf-8") for each in ("events.md", "asio.md"))
    for line, verdict in re.findall(r"^    skein (check examples/adapters/.*?) +# (\w+)", documents, re.M):
        seen.add(re.search(r"adapters/(\w+\.\w+)", line).group(1))
        if not is_taken(line, 3):
            continue
        status, output = run([SKEIN, *shlex.split(line)])
        expect(status == (0 if verdict == "clean" else 1), f"{line}: status {status}: {output[-2000:]}")
        word = verdict if verdict in ("assertion", "race") else "clean: all executions explored"
        expect(word in output, f"{line}: no '{word}' in {output[-2000:]}")
    examples = {path.name for path in EXAMPLES.iterdir()}
    expect(seen == examples, f"the documents show how to check {sorted(examples ^ seen)}")
    for path in EXAMPLES.iterdir():
        shown = re.search(r"^// +skein (check .*)$", path.read_text(encoding="utf-8"), re.M)
        expect(shown is not None, f"{path.name} says how to check it")
        expect(f"skein {shown.group(1)}" in documents, f"{path.name}: {shown.group(1)} is in the documents too")


def compile_only(source, output, *flags):
    """With ccache, if it is there: the real asio takes seconds."""
    compiler = ["gcc", "-std=gnu11"] if source.suffix == ".c" else ["g++", "-std=c++17"]
    cache = [shutil.which("ccache")] if shutil.which("ccache") else []
    return run([*cache, *compiler, "-Wall", "-Wextra", "-Werror", "-pthread", "-c", str(source), "-o", output, *flags])


def build(source, name, flags, libraries=()):
    status, output = compile_only(source, f"{name}.o", *flags)
    if status == 0:
        status, output = run(["g++", f"{name}.o", "-o", name, "-pthread", *libraries])
    expect(status == 0, f"{source.name} does not compile ({name}): {output[-2000:]}")
    return status == 0


def outputs(program, rounds=3):
    """What it prints, each time; None if it fails."""
    found = set()
    for _ in range(rounds):
        status, output = run([program], 20)
        if status != 0:
            return None, output
        found.add(output)
    return found, ""


def check_without_skein():
    here = pathlib.Path.cwd()
    ours = [f"-I{SOURCE / 'include'}", f"-I{ADAPTERS}"]
    has_asio = pathlib.Path("/usr/include/asio.hpp").exists()
    compared = 0
    for source in [*sorted(EXAMPLES.iterdir()), *CONFORMANCE]:
        if source.stem.endswith("_bug") or (source.suffix != ".c" and not is_taken(source.name, 6)):
            continue
        mine = str(here / f"{source.stem}.ours")
        if not build(source, mine, ours, [f"-L{BUILD / 'lib'}", "-lskein-events"]):
            continue
        found, output = outputs(mine)
        expect(found is not None, f"{source.name} without skein: {output}")
        if "asio" not in source.name or not has_asio:
            continue
        real = str(here / f"{source.stem}.real")
        if not build(source, real, []):
            continue
        theirs, output = outputs(real)
        expect(theirs is not None, f"{source.name} with the real asio: {output}")
        expect(found == theirs, f"{source.name}: {found}, with the real asio {theirs}")
        compared += 1
    print(f"{compared} programs compared with the real asio" if has_asio else "no libasio-dev: not compared")


def check_refusals():
    cases = {"co_spawn(1, 2);": "no coroutines",
             "asio::post([] {});": "say where the handler is to run",
             "asio::io_context c; asio::post(c, 7);": "takes functions as handlers"}
    for number, (body, message) in enumerate(cases.items()):
        source = pathlib.Path.cwd() / f"refused{number}.cpp"
        source.write_text(f"#include <asio.hpp>\nint main() {{ using namespace asio; {body} }}\n", encoding="utf-8")
        status, output = run(["g++", "-std=c++17", "-fsyntax-only", f"-I{SOURCE / 'include'}", f"-I{ADAPTERS}", str(source)])
        expect(status != 0 and message in output, f"{body}: {output[:500]}")
    # Boost's names, a single header, C++17.
    source = pathlib.Path.cwd() / "boost.cpp"
    source.write_text("#include <boost/asio/post.hpp>\nint main() { boost::asio::io_context c; boost::system::error_code e;"
                      " boost::asio::post(c, [] {}); return c.run() == 1 && !e ? 0 : 1; }\n", encoding="utf-8")
    program = str(source.with_suffix(""))
    status, output = run(["g++", "-std=c++17", f"-I{SOURCE / 'include'}", f"-I{ADAPTERS}", str(source), "-o", program, "-pthread"])
    expect(status == 0, output)
    expect(status == 0 and run([program])[0] == 0, "Boost's names")
    for header in sorted(path for path in ADAPTERS.rglob("*.hpp") if "boost" not in path.parts):
        alone = pathlib.Path.cwd() / "alone.cpp"
        alone.write_text(f'#include "{header}"\n', encoding="utf-8")
        status, output = compile_only(alone, "/dev/null", "-Wshadow", "-Wconversion", f"-I{SOURCE / 'include'}")
        expect(status == 0, f"{header.name} alone: {output[:1000]}")


check_documents()
check_without_skein()
check_refusals()
print(f"{failures} failures")
sys.exit(1 if failures else 0)
