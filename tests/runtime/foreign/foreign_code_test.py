#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Synchronisation in a library that skein has not compiled: the same verdicts, findings and numbers of executions as
with the library compiled by skein cc, which sees everything by other means."""
import json
import os
import pathlib
import shlex
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ["SKEIN_SOURCE"], "tests", "support"))
from shares import is_taken  # noqa: E402

SKEIN = os.environ["SKEIN"]
PROGRAMS = pathlib.Path(os.environ["SKEIN_SOURCE"]) / "tests/runtime/foreign/programs"
INCLUDE = f"-I{PROGRAMS}"
failures = 0


def fail(text):
    global failures
    failures += 1
    print("FAILED:", text, flush=True)


def section(lock, unlock):
    return f"{lock}; ++x; {unlock}"


TWICE = "assert(x == 2)"
# name: (first, second, before, after, verdict, kinds, whether the numbers of executions are equal)
# (Not where a loop waits: the runtime may need another turn to see that a turn of it changes nothing.)
CASES = {
    "exchange": (section("lock_by_exchange(&word)", "unlock(&word)"),) * 2 + ("", TWICE, "clean", set(), False),
    "test": (section("lock_by_test(&word)", "unlock(&word)"),) * 2 + ("", TWICE, "clean", set(), False),
    "ticket": (section("lock_ticket(&ticket)", "unlock_ticket(&ticket)"),) * 2 + ("", TWICE, "clean", set(), False),
    "futex": (section("lock_by_futex(&word)", "unlock_by_futex(&word)"),) * 2 + ("", TWICE, "clean", set(), True),
    # One of the two does not take the lock.
    "exchange_bug": (section("lock_by_exchange(&word)", "unlock(&word)"), "++x", "", "", "bug", {"race"}, False),
    "ticket_bug": (section("lock_ticket(&ticket)", "unlock_ticket(&ticket)"), "++x", "", "", "bug", {"race"}, False),
    "futex_bug": (section("lock_by_futex(&word)", "unlock_by_futex(&word)"), "++x", "", "", "bug", {"race"}, False),
    # The order of the two sections shows.
    "order_bug": (section("lock_by_test(&word)", "data = 1; unlock(&word)"),
                  section("lock_by_test(&word)", "data = 2; unlock(&word)"), "", "assert(data == 2)", "bug", {"assertion"}, False),
    # Two locks in two orders.
    "deadlock_bug": ("lock_by_futex(&word); lock_by_futex(&flag); unlock_by_futex(&flag); unlock_by_futex(&word)",
                     "lock_by_futex(&flag); lock_by_futex(&word); unlock_by_futex(&word); unlock_by_futex(&flag)",
                     "", "", "bug", {"deadlock"}, True),
    "spin_deadlock_bug": ("lock_by_test(&word); lock_by_test(&flag); unlock(&flag); unlock(&word)",
                          "lock_by_test(&flag); lock_by_test(&word); unlock(&word); unlock(&flag)",
                          "", "", "bug", {"livelock"}, False),
    "sums": ("add_and_fetch(&word, 1)", "add_and_fetch(&word, 2)", "", "assert(word == 3)", "clean", set(), True),
    "sums_bug": ("add_and_fetch(&word, 1)", "assert(add_and_fetch(&word, 2) == 3)", "", "", "bug", {"assertion"}, True),
    # The last one frees.
    "references": ("if (drop_reference(&word)) x = 1",) * 2 + ("word = 2", "assert(x == 1)", "clean", set(), True),
    "publish": ("publish(&data, &flag, 7)", "assert(consume(&data, &flag) == 7)", "", "", "clean", set(), False),
    "publish_bug": ("publish(&data, &flag, 7)", "assert(consume(&data, &flag) == 8)", "", "", "bug", {"assertion"}, False),
    # The lock of the program inside that of the library.
    "nested": ("lock_by_test(&word); pthread_mutex_lock(&m); ++x; pthread_mutex_unlock(&m); unlock(&word)",) * 2 +
              ("", TWICE, "clean", set(), False),
}


def run(command):
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)


def must(command):
    done = run(command)
    if done.returncode != 0:
        sys.exit(f"{shlex.join(command)}: {done.stderr}")


def report_of(name, *options):
    done = run([SKEIN, "check", name, "-q", "--json", "-", "--max-seconds", "60", "--witness-seconds", "0.1", *options])
    if not done.stdout.startswith("{"):
        return {"verdict": f"exit {done.returncode}: {done.stderr[-500:]}", "findings": [], "executions": 0}
    return json.loads(done.stdout)


def outcome(report):
    return report["verdict"], {finding["kind"] for finding in report["findings"]}


def prepare():
    must(["gcc", "-O2", "-g", "-mcx16", "-fPIC", "-shared", str(PROGRAMS / "library.c"), "-o", "libforeign.so"])
    must([SKEIN, "cc", "-O2", "-c", "-mcx16", str(PROGRAMS / "library.c"), "-o", "seen.o"])


def definitions(first, second, before, after):
    return [f"-D{name}={value}" for name, value in (("FIRST", first), ("SECOND", second), ("BEFORE", before), ("AFTER", after))]


def check_case(name, case):
    first, second, before, after, verdict, kinds, is_countable = case
    source = [str(PROGRAMS / "user.c"), INCLUDE, *definitions(first, second, before, after)]
    must([SKEIN, "cc", *source, "seen.o", "-o", f"{name}.seen"])
    must([SKEIN, "cc", *source, "./libforeign.so", "-o", f"{name}.foreign"])
    must(["gcc", *source, "-pthread", "./libforeign.so", "-o", f"{name}.plain"])
    seen = report_of(f"./{name}.seen")
    if "futex" not in name and "deadlock_bug" != name and outcome(seen) != (verdict, kinds):
        fail(f"{name}, all of it seen: {outcome(seen)}")  # (its own system calls are not seen there)
    for options in ([], ["--explorer", "source"], ["--reset=fork"], ["--snapshots=2"]):
        if options and not is_taken(f"{name} {options}", 3):
            continue
        found = report_of(f"./{name}.foreign", *options)
        # Only qpor notices if the other order of a race is impossible.
        is_sure = "race" not in kinds or "source" not in options
        expected = (verdict, kinds) if is_sure else ("incomplete", set())
        if outcome(found) != expected:
            fail(f"{name} {options}: {outcome(found)}, expected {expected}; {found.get('gaps')}")
        if found.get("unseen"):
            fail(f"{name} {options}: unseen {found['unseen']}")
        if is_countable and "futex" not in name and "deadlock" not in name and found["executions"] != seen["executions"]:
            fail(f"{name} {options}: {found['executions']} executions, {seen['executions']} if all of it is seen")
    # A plain program too, of which races are not looked for.
    plain = report_of(f"./{name}.plain")
    if "race" not in kinds and outcome(plain) != (verdict, kinds):
        fail(f"{name}, a plain program: {outcome(plain)}; {plain.get('gaps')}")


def check_instructions():
    """Every kind of instruction does what the processor does: while there is one thread it does it itself."""
    lines = ["#include <assert.h>", "#include <pthread.h>", "#include <string.h>", '#include "library.h"',
             "static _Alignas(16) unsigned char alone[kKinds][32], beside[kKinds][32];",
             "static void fill(unsigned char (*w)[32]) { for (int i = 0; i < kKinds; ++i) for (int j = 0; j < 32; ++j)"
             " w[i][j] = (unsigned char)(i * 37 + j * 11); memset(w[13], 0, 16); }",
             "static void all(unsigned char (*w)[32]) { for (int i = 0; i < kKinds; ++i) change(i, w[i]); }",
             "static void* t(void* p) { return p; }",
             "int main(void) { fill(alone); fill(beside); all(alone); all(alone); pthread_t a; pthread_create(&a, 0, t, 0);"
             " all(beside); all(beside); pthread_join(a, 0); assert(memcmp(alone, beside, sizeof alone) == 0); }"]
    pathlib.Path("kinds.c").write_text("\n".join(lines) + "\n", encoding="utf-8")
    must([SKEIN, "cc", "kinds.c", INCLUDE, "./libforeign.so", "-o", "kinds"])
    found = report_of("./kinds")
    if outcome(found) != ("clean", set()) or found.get("unseen") or found["longest_run"] < 30:
        fail(f"kinds of instructions: {found['verdict']} {found.get('unseen')} {found.get('gaps')} {found.get('longest_run')}")


def check_plain_moves():
    """A library that synchronises by plain moves alone is not understood, and that makes no bug of a right program."""
    case = definitions("data = 1; set_plainly(&far_flags[2048])",
                       "add_and_fetch(&word, 1); if (is_set_plainly(&far_flags[2048])) ++data", "", "")
    must([SKEIN, "cc", str(PROGRAMS / "user.c"), INCLUDE, *case, "./libforeign.so", "-o", "plain_moves"])
    for explorer in ("qpor", "source", "optimal", "random"):
        found = report_of("./plain_moves", "--explorer", explorer, "--max-runs", "50")
        if outcome(found) != ("incomplete", set()):
            fail(f"plain moves, {explorer}: {outcome(found)}; {found.get('gaps')}")


prepare()
chosen = sys.argv[1:] or [name for name in CASES if is_taken(name, 3)]
for case_name in chosen:
    check_case(case_name, CASES[case_name])
check_plain_moves()
check_instructions()
print(f"{failures} failures")
sys.exit(1 if failures else 0)
