#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Bad input and budgets of skein prove: a clear message, the right exit status, figures of what was done, and a last line that says why."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

SKEIN = os.environ["SKEIN"]
failures = []


def write(name, code):
    with open(name, "w", encoding="utf-8") as file:
        file.write(code)


def judge(name, done, status, texts):
    everything = done.stdout + done.stderr
    if done.returncode != status:
        failures.append(f"{name}: exit status {done.returncode}, not {status}:\n{everything}")
    failures.extend(f"{name}: '{text}' is not said:\n{everything}" for text in texts if text not in everything)


def expect(name, file, status, texts, *options):
    done = subprocess.run([SKEIN, "prove", file, *options], capture_output=True, text=True, check=False, timeout=120)
    judge(name, done, status, texts)
    return done


def expect_error(name, code, text, file="program.c", *options):
    """An error of the user: its message is the last line, and there is nothing on the standard output."""
    if code is not None:
        write(file, code)
    done = expect(name, file, 2, [text], *options)
    last = (done.stderr.strip().splitlines() or [""])[-1]
    if not last.startswith("skein: error:") or done.stdout:
        failures.append(f"{name}: the last line is '{last}'")


expect_error("no main", "int f(void) { return 1; }\n", "no main")
expect_error("an empty file", "", "no main")
expect_error("no file", None, "cannot open 'missing.c'", "missing.c")
expect_error("a folder", None, "", ".")
expect_error("a syntax error", "int main(void) { return 0 \n", "could not compile")
expect_error("no source", "hello", "is no source", "notes.txt")
expect_error("inline assembly", "int main(void) { int x; __asm__(\"movl $1, %0\" : \"=r\"(x)); return x; }\n", "program.c:1: inline assembly")
expect_error("an unknown function", "int mystery(int);\n\nint main(void) { return mystery(1); }\n", "program.c:3: the function 'mystery' is not known")
expect_error("C++ with exceptions", "int main() { try { throw 1; } catch (int) {} }\n", "could not compile", "program.cpp")
expect_error("unknown arguments of C++", "int main() { return 0; }\n", "--unknown-arguments is for C sources", "program.cpp", "--unknown-arguments", "2")
expect_error("a bad number", "int main(void) { return 0; }\n", "--widen", "program.c", "--widen", "none")
expect_error("an option of others", "int main(void) { return 0; }\n", "--nondet", "program.c", "--nondet", "0..3")

write("stub.c", "int mystery(int);\nint main(void) { return mystery(1); }\n")
expect("a stub", "stub.c", 0, ["proved"], "--stub", "mystery=3")
write("program.cpp", "#include <mutex>\n#include <thread>\nint x;\nstd::mutex m;\nint main() {\n"
      "  std::thread t([] { std::lock_guard<std::mutex> g(m); x = 1; });\n  { std::lock_guard<std::mutex> g(m); x = 2; }\n  t.join();\n  return 0;\n}\n")
expect("C++", "program.cpp", 0, ["proved"])
write("recursion.c", "static int f(int n) { return f(n + 1) + 1; }\nint main(void) { return f(0); }\n")
expect("recursion without an end", "recursion.c", 1, ["the stack overflows", "recursion.c:1"])

# Recursion as deep as an input says does end, but not soon.
LOCK = "#include <pthread.h>\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
write("deep.c", LOCK + "int __VERIFIER_nondet_int(void);\nstatic int f(int n) { if (n == 0) return 0; return f(n - 1) + 1; }\n"
      "int main(void) {\n  pthread_mutex_lock(&m);\n  return f(__VERIFIER_nondet_int());\n}\n")
# One step of a thread that is long: after the lock there is local code only.
write("long.c", LOCK + "int __VERIFIER_nondet_int(void);\nstatic int a[8];\nint main(void) {\n  const int n = __VERIFIER_nondet_int();\n"
      "  pthread_mutex_lock(&m);\n  for (int i = 0; i < 1000000; i++) a[i % 8] = i ^ n;\n  return a[0] == 5;\n}\n")
LONG = ["--widen", "1000000"]  # turn by turn
# Every order of eight threads leaves another value, and there is no loop to widen.
ADD = "  pthread_mutex_lock(&m);\n  x = x * 11 + *(unsigned*)p;\n  pthread_mutex_unlock(&m);\n"
write("grows.c", LOCK + "static unsigned x;\nstatic unsigned y[8] = {1, 2, 3, 4, 5, 6, 7, 8};\n"
      "static void* f(void* p) {\n" + 3 * ADD + "  return p;\n}\n"
      "int main(void) {\n  pthread_t t;\n  for (int i = 0; i < 8; ++i) pthread_create(&t, 0, f, &y[i]);\n  return 0;\n}\n")


def expect_stop(name, file, reason, most_seconds, *options):
    begin = time.monotonic()
    done = expect(name, file, 4, [reason, "events", "time", "memory"], *options)
    seconds = time.monotonic() - begin
    last = (done.stdout.strip().splitlines() or [""])[-1]
    if not last.startswith("incomplete: ") or reason not in last:
        failures.append(f"{name}: the last line is '{last}'")
    if seconds > most_seconds:
        failures.append(f"{name}: took {seconds:.1f} s")


# The machine may be busy: what counts is that it stops within one step, which would take minutes.
expect_stop("the time in deep recursion", "deep.c", "stopped by --max-seconds 1", 30, "--max-seconds", "1")
expect_stop("the time in local code", "long.c", "stopped by --max-seconds 0.5", 30, "--max-seconds", "0.5", *LONG)
expect_stop("the time between events", "grows.c", "stopped by --max-seconds 1", 30, "--max-seconds", "1")
expect_stop("the memory", "grows.c", "stopped by --max-memory 70", 100, "--max-memory", "70", "--max-seconds", "90")
done = subprocess.run([SKEIN, "prove", "long.c", *LONG, "--max-seconds", "0.5", "--json", "report.json", "--quiet"], capture_output=True, text=True, check=False)
with open("report.json", encoding="utf-8") as file:
    report = json.load(file)
if report["verdict"] != "incomplete" or "max-seconds" not in report["summary"] or done.stdout.count("\n") != 1:
    failures.append(f"the report of a budget: {report['verdict']}, {report['summary']}, {done.stdout}")


def interrupt(name, file, line):
    """Ctrl-C as soon as the log has the line."""
    with open("log", "w", encoding="utf-8") as log:
        process = subprocess.Popen([SKEIN, "prove", file, *LONG], stdout=subprocess.PIPE, stderr=log, text=True,
                                   env={**os.environ, "SKEIN_LOG": "prefix"})
    end = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < end and line not in pathlib.Path("log").read_text(encoding="utf-8"):
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    error = "".join(text for text in open("log", encoding="utf-8") if not text.startswith("[prefix]"))
    judge(f"Ctrl-C in {name}", subprocess.CompletedProcess([], process.returncode, out, error), 4, ["stopped by an interrupt"])
    if "stopped by an interrupt" not in (out.strip().splitlines() or [""])[-1]:
        failures.append(f"Ctrl-C in {name}: the last line is '{out[-200:]}'")


# After main's first event there is one step of minutes.
interrupt("local code", "long.c", "[prefix] event 0:")
interrupt("recursion", "deep.c", "[prefix] event 0:")
interrupt("the search for events", "grows.c", "[prefix] event 100:")

print("\n".join(failures) or "all bad input is named")
sys.exit(1 if failures else 0)
