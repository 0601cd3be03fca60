#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Unknown inputs of every kind: prove covers them all, shows bugs with inputs that the real program repeats; verify and check choose."""
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ["SKEIN_SOURCE"], "tests", "support"))
from shares import is_taken  # noqa: E402

SKEIN = os.environ["SKEIN"]
failures = []

HEAD = """#include <assert.h>
#include <skein/skein.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
"""


def run(*command, environment=None):
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)


def write(code):
    with open("program.c", "w", encoding="utf-8") as file:
        file.write(HEAD + code)


def expect(name, code, status, texts, *options, command="prove"):
    write(code)
    patience = ["--refine-seconds", "60"] if command == "prove" and status != 4 else []  # for slow machines
    done = run(SKEIN, command, "program.c", *patience, *options)
    everything = done.stdout + done.stderr
    if done.returncode != status:
        failures.append(f"{name}: exit status {done.returncode}, not {status}:\n{everything}")
    failures.extend(f"{name}: '{text}' is not said:\n{everything}" for text in texts if text not in everything)


def main_of(body):
    return "int main(void) { " + body + " return 0; }\n"


def twins(name, prologue, right, wrong, *options, replays=True):
    """`right` and `wrong` are conditions that the prologue's variables must meet."""
    if not is_taken(name, 5):
        return
    expect(name + ", right", main_of(f"{prologue} assert({right});"), 0, ["proved"], *options)
    texts = ["failed", "choose = "] + (["replayed natively: the same bug"] if replays else ["not replayed natively"])
    expect(name + ", wrong", main_of(f"{prologue} assert({wrong});"), 1, texts, *options, "--traces", "traces")
    if not replays:
        return
    # The trace alone repeats the bug.
    done = run(SKEIN, "replay", "traces/program-1.skein-trace")
    if done.returncode != 1 or "failed" not in done.stdout:
        failures.append(f"{name}: replay: exit status {done.returncode}:\n{done.stdout}{done.stderr}")


twins("skein_any", "long long x = skein_any(-5, 9);", "x >= -5 && x <= 9", "x != 9")
twins("a large range", "long long x = skein_any(0, 5000000000LL);", "x <= 5000000000LL", "x != 5000000000LL")
twins("a range of large values", "long long x = skein_any(5000000000LL, 6000000000LL);", "x > 4999999999LL", "x != 5000000000LL")
twins("all values", "long long x = skein_any(-9223372036854775807LL - 1, 9223372036854775807LL);", "x <= 9223372036854775807LL", "x > -9223372036854775807LL - 1")
twins("bounds that are inputs", "long long n = skein_any(1, 4); long long x = skein_any(0, n);", "x >= 0 && x <= 4", "x < 4")
expect("an empty range", main_of("skein_any(3, 2);"), 1, ["lo above hi"], "--traces", "traces")
expect("a range that may be empty", main_of("long long n = skein_any(0, 4); skein_any(2, n);"), 1, ["lo above hi"])
twins("getchar", "int c = getchar();", "c >= EOF && c <= 255", "c != 'q'")
twins("the end of the input", "int c = fgetc(stdin);", "c >= -1", "c != EOF")
twins("fgets", "char s[6] = {0}; char* t = fgets(s, 6, stdin);", "t == 0 || strlen(t) < 6", "t == 0 || t[0] != 'x'")
twins("fgets fails", "char s[6]; char* t = fgets(s, 6, stdin);", "t == 0 || t == s", "t != 0")
twins("read", "char s[4]; long n = read(0, s, 4);", "n >= -1 && n <= 4", "n != -1")
twins("a short read", "char s[4] = {0}; long n = read(0, s, 4);", "n <= 4", "n != 2 || s[1] != 'k'")
twins("fread", "char s[4] = {0}; size_t n = fread(s, 2, 2, stdin);", "n <= 2", "n != 1 || s[1] != 7")
twins("scanf", "int x = 3; int n = scanf(\"%d\", &x);", "n <= 1", "n != 1 || x != 77")
twins("scanf fails", "int x = 3, y = 4; int n = scanf(\"%d %d\", &x, &y);", "n >= -1 && n <= 2", "n != 1")
twins("scanf of a word", "char w[4] = {0}; int n = scanf(\"%3s\", w);", "n != 1 || strlen(w) <= 3", "n != 1 || w[0] != 'a'")
expect("a word without a width", main_of("char w[4]; scanf(\"%s\", w);"), 1, ["out of bounds"], "--traces", "traces")
twins("fscanf of smaller types", "signed char c = 0; short s = 0; long l = 0; int n = fscanf(stdin, \"%hhd %hd %ld\", &c, &s, &l);",
      "n <= 3", "n != 2 || s != 3")
twins("rand", "int x = rand();", "x >= 0", "x != 12345")
twins("random", "long x = random();", "x >= 0 && x <= RAND_MAX", "x % 10 != 7")
twins("rand_r", "unsigned seed = 1; int x = rand_r(&seed);", "x >= 0", "x > 5")
twins("getenv", "const char* s = getenv(\"HOME\");", "s == 0 || strlen(s) <= 15", "s == 0 || s[0] != '/'")
twins("an environment that is not set", "const char* s = getenv(\"HOME\");", "s == 0 || s != 0", "s != 0")
expect("the texts of the environment have a limit", main_of("assert(getenv(\"A\") != \"A\");"), 0, ["at most 15 characters"])
twins("a bool", "_Bool __VERIFIER_nondet_bool(void); _Bool x = __VERIFIER_nondet_bool();", "x == 0 || x == 1", "x")
for kind, c_type in [("int", "int"), ("uint", "unsigned"), ("long", "long"), ("ulong", "unsigned long"), ("short", "short"), ("ushort", "unsigned short"),
                     ("char", "char"), ("uchar", "unsigned char"), ("longlong", "long long"), ("size_t", "size_t"), ("u8", "unsigned char"),
                     ("s64", "long")]:
    expect(f"__VERIFIER_nondet_{kind}", main_of(f"{c_type} __VERIFIER_nondet_{kind}(void); {c_type} x = __VERIFIER_nondet_{kind}(); assert(x != 101);"), 1,
           ["'x != 101' failed"])
twins("a pointer", "void* __VERIFIER_nondet_pointer(void); void* p = __VERIFIER_nondet_pointer();", "p == 0 || p != 0", "p == 0")
twins("a real number", "double __VERIFIER_nondet_double(void); double x = __VERIFIER_nondet_double(); skein_assume(x > 0);", "(x > 3) + (x < 2) <= 2", "x != 3",
      replays=False)
expect("a float", main_of("float __VERIFIER_nondet_float(void); float x = __VERIFIER_nondet_float(); assert(x != 2);"), 1, ["failed"])

# A function of the program's own.
expect("its own rand", "int rand(void) { return 4; }\n" + main_of("assert(rand() == 4);"), 0, ["proved"])
expect("its own reader", "static int next_char(void) { return 'x'; }\nstruct file { int (*read)(void); };\n"
       + main_of("struct file f = {next_char}; assert(f.read() == 'x'); assert(getchar() >= -1);"), 0, ["proved"])

# Arguments.
ARGUMENTS = "int main(int argc, char** argv) { %s }\n"
expect("known arguments", ARGUMENTS % "assert(argc == 2 && argv[1][0] == 'x');", 0, ["proved"], "--", "x")
expect("unknown arguments", ARGUMENTS % "assert(argc >= 1 && argc <= 3); for (int i = 1; i < argc; i++) assert(strlen(argv[i]) <= 8);", 0,
       ["proved", "at most 2 arguments"], "--unknown-arguments", "2")
expect("an unknown argument that is not there", ARGUMENTS % "return argv[1][0];", 1, ["null pointer", "replayed natively"], "--unknown-arguments", "2",
       "--traces", "traces")
expect("an unknown argument", ARGUMENTS % "if (argc == 3) assert(argv[2][1] != 'x');", 1, ["failed", "replayed natively: the same bug"],
       "--unknown-arguments", "2", "--traces", "traces")
expect("main without arguments", "int main(void) { }\n", 0, ["proved"], "--unknown-arguments", "1")

# Local variables.
LOCALS = main_of("int x; char text[3]; struct { int a; long b; } s; assert(%s);")
expect("locals are zero", LOCALS % "x == 0 && text[1] == 0 && s.b == 0", 0, ["proved"])
for what in ["x == 0", "text[1] == 0", "s.b == 0"]:
    expect(f"unknown locals: {what}", LOCALS % what, 1, ["failed", "not replayed natively"], "--unknown-locals", "--traces", "traces")
expect("initialised locals", main_of("int x = 3; int y; y = 4; assert(x + y == 7);"), 0, ["proved"], "--unknown-locals")
expect("each turn of a loop", main_of("int sum = 0; for (int i = 0; i < 2; i++) { int x; if (i == 0) x = 1; if (i == 1) sum = x; } assert(sum == 1);"), 1,
       ["failed"], "--unknown-locals")

# verify chooses.
CHOICE = main_of("long long x = skein_any(-3, 3); assert(x != 3);")
expect("verify: all of a small range", CHOICE, 1, ["failed"], command="verify")
expect("verify: within --nondet", CHOICE, 0, ["for inputs in -9..2"], "--nondet", "-9..2", command="verify")
expect("verify: a list", CHOICE, 1, ["failed"], "--nondet", "7,3,-100..-50", command="verify")
expect("verify: nothing in --nondet: lo", main_of("long long x = skein_any(-3, 3); assert(x == -3);"), 0, ["proved"], "--nondet", "50..60", command="verify")
LARGE = main_of("long long x = skein_any(0, 100000); assert(x != 70000);")
expect("verify: too large a range", LARGE, 2, ["skein_any(0, 100000) needs a range", "program.c:7"], command="verify")
expect("verify: too large a range with --nondet", LARGE, 1, ["failed"], "--nondet", "69999..70001", command="verify")
expect("verify: an empty range", main_of("skein_any(3, 2);"), 1, ["lo above hi"], command="verify")
expect("verify: getchar", main_of("assert(getchar() != 'q');"), 1, ["failed", "replayed natively: the same bug"], "--traces", "traces", command="verify")
expect("verify: getchar within --nondet", main_of("assert(getchar() != 'q');"), 0, ["proved"], "--nondet", "-1,65..70", command="verify")
expect("verify: rand is a fixed sequence", main_of("int x = rand(); assert(x >= 0);"), 0, ["proved"], command="verify")
expect("verify: rand as input", main_of("int x = rand(); assert(x != 3);"), 1, ["failed"], "--unknown-input", "--nondet", "0..5", command="verify")
expect("verify: real numbers", main_of("double __VERIFIER_nondet_double(void); assert(__VERIFIER_nondet_double() != 1);"), 2, ["for skein prove only"],
       "--nondet", "0..5", command="verify")
expect("verify: arguments", ARGUMENTS % "assert(argc < 2 || argv[1][0] != 'a');", 1, ["failed"], "--unknown-arguments", "1", "--nondet", "0,1,97",
       command="verify")
expect("no list", CHOICE, 2, ["is not a range"], "--nondet", "1,,2", command="verify")
expect("no range", CHOICE, 2, ["is not a range"], "--nondet", "3..1", command="verify")
expect("too many values", CHOICE, 2, ["is not a range"], "--nondet", "0..50000,60000..99999", command="verify")

# check chooses, by running.
expect("check: all of a small range", CHOICE, 1, ["failed"], command="check")
expect("check: within --nondet", CHOICE, 0, ["for inputs in -9..2"], "--nondet", "-9..2", command="check")
expect("check: nothing in --nondet: lo", main_of("long long x = skein_any(-3, 3); assert(x == -3);"), 0, ["clean"], "--nondet", "50..60", command="check")
expect("check: too large a range", LARGE, 2, ["skein_any of more than"], command="check")
expect("check: a large range with --nondet", LARGE, 1, ["failed"], "--nondet", "1,70000", command="check")
expect("check: an empty range", main_of("skein_any(3, 2);"), 1, ["lo above hi"], command="check")
expect("check: input", main_of("assert(getchar() != 'q');"), 1, ["failed"], "--unknown-input", "--nondet", "-1,113", command="check")
with open("program.cpp", "w", encoding="utf-8") as file:
    file.write("#include <cstdlib>\nint main() { return std::rand() < 0; }\n")
for command, options, status, text in [("check", ["--unknown-input"], 2, "--unknown-input is for C sources"), ("prove", [], 0, "proved")]:
    done = run(SKEIN, command, "program.cpp", *options)
    if done.returncode != status or text not in done.stdout + done.stderr:
        failures.append(f"{command} of C++: exit status {done.returncode}:\n{done.stdout}{done.stderr}")
expect("check: arguments", ARGUMENTS % "assert(argc < 2 || argv[1][0] != 'a');", 1, ["failed"], "--unknown-arguments", "1", "--nondet", "0,1,97",
       command="check")
write(CHOICE)
for command, traces in [("check", 7), ("verify", None)]:
    done = run(SKEIN, command, "program.c")
    if command == "check" and not re.search(rf"\b{traces}\b", done.stdout):
        failures.append(f"check: not {traces} values:\n{done.stdout}")

# Without skein.
write("int main(void) { for (int i = 0; i < 4; i++) printf(\"%lld \", skein_any(-2, 50)); }\n")
include = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../include")
for compiler in ["gcc", "clang-19"]:
    built = run(compiler, "-Wall", "-Wextra", "-Werror", "-pthread", f"-I{include}", "program.c", "-o", "program")
    if built.returncode != 0:
        failures.append(f"{compiler}: {built.stderr}")
        continue
    for given, printed in [(None, "-2 -2 -2 -2 "), ("7", "7 -2 -2 -2 "), ("3,-1,99,4,5", "3 -1 50 4 ")]:
        environment = {k: v for k, v in os.environ.items() if k != "SKEIN_ANY"}
        if given is not None:
            environment["SKEIN_ANY"] = given
        said = run("./program", environment=environment).stdout
        if said != printed:
            failures.append(f"{compiler}, SKEIN_ANY={given}: '{said}', not '{printed}'")

print("\n".join(failures) or "all kinds of inputs")
sys.exit(1 if failures else 0)
