#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a new user sees who tries the programs of tests/native-programs/users with no option at all: the rows of the
table of what peers do. The verdicts and counts are tested by expectations.py; here it is what is printed."""

import os
import pathlib
import re
import subprocess
import sys
import time

SKEIN = os.environ["SKEIN"]
FOLDER = pathlib.Path(os.environ["SKEIN_SOURCE"]) / "tests" / "native-programs" / "users"
failures = 0


def expect(holds, what):
    global failures
    if not holds:
        failures += 1
        print("FAILED:", what)


def options_of(program):
    found = re.search(r"^// options: (.*)$", program.read_text(encoding="utf-8"), re.M)
    return found.group(1).split() if found else []


# Row of the table: program, exit status, patterns that must be printed, patterns that must not.
SOURCE_LINE = r"\n +\d+ +.*\b\d+: "  # a step with its line
ROWS = [
    ("assertion_failure.c", 1,
     [r"^BUG 1: .*assert", r"atomic_store\(&x, seen \+ 1\)", SOURCE_LINE], []),
    ("data_race.c", 1, [r"^BUG 1: .*race", r"data_race\.c:\d+(.|\n)*data_race\.c:\d+"], []),
    ("deadlock.c", 1, [r"^BUG 1: deadlock", r"waits for lock \w+ held by", r"Circle|wait for each other"], []),
    ("static_mutex.c", 0, [r"^clean: "], [r"BUG"]),
    ("use_after_free.c", 1, [r"^BUG 1: .*(freed|use after free)"], []),
    ("printf.c", 0, [r"^clean: "], [r"BUG"]),
    ("fopen.c", 0, [r"^clean: "], [r"BUG"]),
    ("malloc_memset.c", 0, [r"^clean: "], [r"BUG"]),
    ("qsort.c", 0, [r"^clean: "], [r"BUG"]),
    ("condition_variables.c", 0, [r"^clean: "], [r"BUG"]),
    ("rwlock.c", 0, [r"^clean: "], [r"BUG"]),
    ("semaphores.c", 0, [r"^clean: "], [r"BUG"]),
    ("std_thread_mutex.cpp", 0, [r"^clean: "], [r"BUG"]),
    ("endless_loop.c", 4, [r"^incomplete: no bug", r"--max-steps|--spin-bound"], [r"^clean"]),
    ("nested_creation.c", 0, [r"^clean: "], [r"BUG", r"nondeterminis"]),
]
expect({row[0] for row in ROWS} == {p.name for p in FOLDER.glob("*.c*")}, "every program is a row")

for name, status, wanted, unwanted in ROWS:
    program = FOLDER / name
    done = subprocess.run([SKEIN, "check", str(program), *options_of(program)], timeout=600,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    text = done.stdout.decode()
    expect(done.returncode == status, f"{name}: exit status {done.returncode}, not {status}\n{text}")
    for pattern in wanted:
        expect(re.search(pattern, text, re.M), f"{name}: no {pattern!r} in\n{text}")
    for pattern in unwanted:
        expect(not re.search(pattern, text, re.M), f"{name}: {pattern!r} in\n{text}")

# What the program prints is not repeated for each execution: of a clean program nothing is shown.
done = subprocess.run([SKEIN, "check", str(FOLDER / "printf.c")], stdout=subprocess.PIPE,
                      stderr=subprocess.STDOUT, timeout=600)
printed = re.findall(r'printf\("([^"%\\]{4,})', (FOLDER / "printf.c").read_text(encoding="utf-8"))
expect(printed, "printf.c prints something that can be looked for")
expect(not any(part in done.stdout.decode() for part in printed),
       f"a clean program's output is shown: {done.stdout.decode()}")

# The last row, the start-up: reported, not judged (a busy machine proves nothing).
pathlib.Path("two.c").write_text("""
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void* add(void* a) { pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, add, 0); add(0); pthread_join(t, 0); return 0; }
""")
times = []
for _ in range(3):
    begin = time.monotonic()
    done = subprocess.run([SKEIN, "check", "-q", "two.c"], stdout=subprocess.PIPE, timeout=600)
    times.append(time.monotonic() - begin)
    expect(done.returncode == 0, f"two.c: {done.stdout.decode()}")
print(f"start-up, two-thread C file, compiler included: {min(times) * 1000:.0f} ms")

print(f"{failures} failures")
sys.exit(1 if failures else 0)
