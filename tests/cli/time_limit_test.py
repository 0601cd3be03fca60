#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Budgets and signals are answered at every moment: in the middle of a run, while compiling, while the
finding is run again for its details.

Each command gets a budget of a second or two or a signal, where it would otherwise go on for minutes or for ever. What
fails here is a hang: the limit is far beyond what any machine needs."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

SKEIN = os.environ["SKEIN"]
HANG = 40  # seconds; budgets are kept to within one
failures = []
TEMPORARY = pathlib.Path("temporary").absolute()
shutil.rmtree(TEMPORARY, ignore_errors=True)  # what an earlier run left
TEMPORARY.mkdir(exist_ok=True)
os.environ["TMPDIR"] = str(TEMPORARY)

PROGRAMS = {
    # A run without end, in visible operations.
    "forever.c": """
#include <pthread.h>
static void* nothing(void* p) { return p; }
int main(void) {
  for (;;) {
    pthread_t t;
    pthread_create(&t, 0, nothing, 0);
    pthread_join(t, 0);
  }
}
""",
    # And in none.
    "computes.c": """
#include <pthread.h>
static unsigned long n;
static void* compute(void* p) {
  for (unsigned long i = 0; i < 1UL << 50; i++) n += i * n;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, compute, 0);
  pthread_join(t, 0);
}
""",
    # Before main.
    "early.c": """
__attribute__((constructor)) static void never_ends(void) { for (;;) __asm__ volatile(""); }
int main(void) { return 0; }
""",
    # A race in a run that never ends: it has happened.
    "race.c": """
#include <pthread.h>
static int x;
static void* nothing(void* p) { return p; }
static void* worker(void* p) {
  x = 1;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  x = 2;
  for (;;) {
    pthread_create(&t, 0, nothing, 0);
    pthread_join(t, 0);
  }
}
""",
    # A bug after 20,000 steps, in each of very many runs.
    "long.c": """
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static int y;
static void* worker(void* p) {
  int sum = 0;
  for (int i = 0; i < 10000; i++) {
    sum += atomic_fetch_add(&x, 1);
    y++;
  }
  return sum < 0 ? 0 : p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x != 20000);
}
""",
    # Compilers take minutes for this.
    "bomb.cpp": """
constexpr unsigned long sum() {
  unsigned long s = 0;
  for (unsigned long i = 0; i < 2000000000; i++) s += i * s + 1;
  return s;
}
static_assert(sum() != 1);
int main() { return 0; }
""",
    # More states than there is time for.
    "states.c": """
#include <pthread.h>
#include <stdatomic.h>
static atomic_ulong a, b;
static void* worker(void* p) {
  for (;;) {
    atomic_fetch_add(&a, 1);
    atomic_fetch_add(&b, 3);
  }
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
}
""",
}
GCC_BOMB = ["--cflags=-fconstexpr-loop-limit=2147483647 -fconstexpr-ops-limit=9223372036854775807"]
CLANG_BOMB = ["--cflags=-fconstexpr-steps=2147483647"]
for name, text in PROGRAMS.items():
    pathlib.Path(name).write_text(text, encoding="utf-8")


EXPLORES = "[explore] plan 1:"  # lines of the debug log
STARTS = "[executor] start"
DETAILS = "[explore] stop before plan"  # the detailed run of the finding comes next
BUILDS = "[prefix] event"
COMPILES = "a child"


def wait_for(process, log, after):
    """Returns when the log has a line with this text, or when there is a child process."""
    children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children")
    end = time.time() + HANG
    while process.poll() is None and time.time() < end:
        if children.read_text() if after == COMPILES else after in log.read_text(encoding="utf-8"):
            return
        time.sleep(0.01)


def run(words, stop=None, after=STARTS):
    """The command, ended by a signal if one is given (see wait_for): status, output, seconds after that."""
    pathlib.Path("report.json").unlink(missing_ok=True)
    log = pathlib.Path("log")
    topic = {EXPLORES: "explore", DETAILS: "explore", STARTS: "executor", BUILDS: "prefix"}.get(after, "") if stop else ""
    with log.open("w", encoding="utf-8") as errors:
        process = subprocess.Popen([SKEIN, *words], stdout=subprocess.PIPE, stderr=errors if topic else subprocess.STDOUT,
                                   text=True, start_new_session=True, env={**os.environ, "SKEIN_LOG": topic})
    if stop is not None:
        wait_for(process, log, after)
        process.send_signal(stop)
    begin = time.time()
    try:
        output, _ = process.communicate(timeout=HANG)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
        failures.append(f"{words}: no answer in {HANG} seconds: {output}")
        return None, output, HANG
    if topic:
        errors = log.read_text(encoding="utf-8").splitlines(keepends=True)
        output = "".join(line for line in errors if not line.startswith("[")) + output
    return process.returncode, output, time.time() - begin


def expect(what, is_true, seen):
    if not is_true:
        failures.append(f"{what}: {seen}")


def report():
    with open("report.json", encoding="utf-8") as file:
        return json.load(file)


def check(words, statuses, sentence, stop=None, after=STARTS, has_json=True):
    json_option = ["--json", "report.json"] if has_json else []
    status, output, _ = run([*words, *json_option], stop, after)
    if status is None:
        return
    what = f"{' '.join(words)}{'' if stop is None else ', signal ' + str(stop)}"
    expect(what, status in statuses, f"status {status}: {output}")
    last = (output.strip().splitlines() or [""])[-1]
    expect(what, sentence in last, f"the last line: {last}")
    expect(what, ".cpp:" not in output or "bomb.cpp" in output, f"names our own files: {output}")
    if has_json and status in (0, 1, 4):
        verdicts = {0: ("clean", "proved"), 1: ("bug",), 4: ("incomplete",)}[status]
        expect(what, report()["verdict"] in verdicts, report()["verdict"])
        expect(what, sentence in report()["summary"], report()["summary"])


BUDGET = ["--max-seconds", "1"]
LONG_BUDGET = ["--max-seconds", "2"]  # for a finding, and its schedule
BY_BUDGET = "stopped by --max-seconds"
BY_SIGNAL = "stopped by an interrupt"

# Compiled before: where a second is enough to run, it may not be enough to compile.
COMPILED = ["forever", "computes", "early", "race", "long"]
for program in COMPILED:
    subprocess.run([SKEIN, "cc", "-g", f"{program}.c", "-o", program], check=True)
for program in ["forever", "computes", "early"]:
    check(["check", f"./{program}", *BUDGET], {4}, BY_BUDGET)
check(["check", "./forever", "--reset=fork", *BUDGET], {4}, BY_BUDGET)
check(["check", "./forever", "-e", "random", *BUDGET], {4}, BY_BUDGET)
check(["check", "bomb.cpp", *GCC_BOMB, *BUDGET], {4}, "still being compiled")
check(["verify", "bomb.cpp", *CLANG_BOMB, *BUDGET], {4}, BY_BUDGET)
check(["verify", "states.c", *BUDGET], {4}, BY_BUDGET)

# What an unfinished run did wrong is reported, with the way there and no more.
check(["check", "./race", *LONG_BUDGET], {1}, BY_BUDGET)
found = report()["findings"]
expect("race.c", found and all(f["kind"] == "race" for f in found), found)
expect("race.c: a short witness", all(f["steps"] is not None and len(f["steps"]) < 100 for f in found), found)
replay = found[0]["replay"].split("skein ", 1)[1] if found else ""
if replay:
    done = subprocess.run(f"'{SKEIN}' {replay}", shell=True, capture_output=True, text=True, timeout=HANG, check=False)
    expect("race.c, replayed", done.returncode == 1 and "data race on x" in done.stdout, done.stdout + done.stderr)

# Findings are announced when they are found, and reported at the end, in as much detail as there is time for.
check(["check", "./long", *LONG_BUDGET], {1}, BY_BUDGET)
expect("long.c", any(f["kind"] == "assertion" for f in report()["findings"]), report()["summary"])
_, output, _ = run(["check", "./long", "--max-seconds", "4"])
expect("long.c: announced", output.startswith("BUG 1: data race"), output[:500])
_, output, _ = run(["check", "./long", "-q", *BUDGET])
expect("long.c: quiet", len(output.splitlines()) == 1, output[:500])

# Signals, early (while it compiles, or is about to start) and in the middle.
for after in [COMPILES, STARTS, EXPLORES]:
    for program in ["forever.c", "computes.c", "early.c", "long.c"]:
        is_late = after == EXPLORES
        check(["check", program], {1, 4}, "interrupt" if is_late else "", signal.SIGTERM, after, is_late)
check(["check", "bomb.cpp", *GCC_BOMB], {4}, "still being compiled", signal.SIGINT, COMPILES)
check(["verify", "bomb.cpp", *CLANG_BOMB], {4}, BY_SIGNAL, signal.SIGINT, COMPILES)
check(["verify", "states.c"], {4}, BY_SIGNAL, signal.SIGTERM, BUILDS)
check(["check", "long.c", "--max-runs", "3"], {1}, "bug", signal.SIGTERM, DETAILS)
status, output, _ = run(["replay", "computes.c", "--schedule", "0*2,1"], signal.SIGTERM, STARTS)
expect("replay", status == 4 and "by an interrupt" in output, f"{status}: {output}")
for program in ["computes.c", "forever.c"]:
    status, output, _ = run(["graph", program, "-o", "graph.dot"], signal.SIGINT, EXPLORES)
    expect(f"graph {program}", status == 4, f"{status}: {output}")

# Nothing is left behind: neither processes (which are killed, but maybe not gone yet) nor files.
def left_behind():
    ours = [b"/skein-", SKEIN.encode(), b"cc1plus", b"clang", *(f"./{program}\0".encode() for program in COMPILED)]
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "cmdline").read_bytes()
            is_ours = os.readlink(entry / "cwd") == os.getcwd()
        except OSError:
            continue
        if is_ours and any(word in words for word in ours):
            yield words


patience = time.time() + HANG
while list(left_behind()) and time.time() < patience:
    time.sleep(0.05)
for process_left in left_behind():
    expect("left behind", False, process_left)
expect("left behind", not any(TEMPORARY.iterdir()), list(TEMPORARY.iterdir()))

for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
