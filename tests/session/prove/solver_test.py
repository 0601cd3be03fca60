#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Warnings that only the solver can settle: bugs that need a rare combination of inputs, and warnings that are false."""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ["SKEIN_SOURCE"], "tests", "support"))
from shares import is_taken  # noqa: E402

SKEIN = os.environ["SKEIN"]
failures = []

HEAD = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
void __VERIFIER_assume(int);
"""
MAIN = "int main(void) { %s return 0; }\n"
INTS = "int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(); "
UNSIGNED = "unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(); "


def prove(code, *options, seconds=60):
    with open("program.c", "w", encoding="utf-8") as file:
        file.write(HEAD + code)
    # Seconds: far more than is needed, for a machine with other work to do.
    done = subprocess.run([SKEIN, "prove", "program.c", f"--refine-seconds={seconds}", "--json", "report.json", *options], capture_output=True,
                          text=True, check=False)
    with open("report.json", encoding="utf-8") as file:
        return done, json.load(file)


def expect(name, code, status, *options):
    done, report = prove(code, *options)
    if done.returncode != status:
        failures.append(f"{name}: exit status {done.returncode}, not {status}: {report['summary']}\n{done.stdout}{done.stderr}")
    return report


def bug(name, code, *options):
    if is_taken(name, 4):
        expect(name, code, 1, *options)


def proved(name, code, *options):
    if is_taken(name, 4):
        expect(name, code, 0, *options)


# ---- Rare inputs.
bug("linear", MAIN % (INTS + "if (x * 7 + 3 == y && y > 1000000) assert(x < 150000);"))
bug("nonlinear", MAIN % (UNSIGNED + "if (x > 1 && y > 1 && x < 65536 && y < 65536) assert(x * y != 2021u * 1999u);"))
bug("a hash", MAIN % "unsigned x = __VERIFIER_nondet_uint(); unsigned h = (x ^ (x >> 15)) * 2246822519u; h ^= h >> 13; assert(h != 0xdeadbeef);")
bug("bits", MAIN % "unsigned x = __VERIFIER_nondet_uint(); assert(!((x & 0xf0f0f0f0u) == 0xa0b0c0d0u && (x | 0xf0f0f0f0u) == 0xf1f2f3f4u));")
bug("a long chain", MAIN % ("unsigned x = __VERIFIER_nondet_uint(); int n = 0; for (int i = 0; i < 8; i++) if ((x >> (4 * i) & 15) == (unsigned)(i + 3)) n++;"
                            " assert(n < 8);"))
bug("64 bits", MAIN % "long x = __VERIFIER_nondet_long(); assert(x * 3 != 30000000000003);")
bug("64 bits far apart", MAIN % "long x = __VERIFIER_nondet_long(), y = __VERIFIER_nondet_long(); assert(!(x == 1L << 40 && y == -(1L << 41)));")
bug("the largest and the least", MAIN % (INTS + "assert(!(x == 2147483647 && y == -2147483647 - 1));"))
bug("chars", MAIN % ("char a = __VERIFIER_nondet_char(), b = __VERIFIER_nondet_char(), c = __VERIFIER_nondet_char();"
                     " assert(!(a == 'k' && b == a + 2 && c == (char)(b ^ 0x11)));"))
bug("shifts", MAIN % "unsigned x = __VERIFIER_nondet_uint(), s = __VERIFIER_nondet_uint() & 31; assert((x << s) != 0xabc00000u || (x >> s) != 0x55u || s != 20);")
bug("division", MAIN % (INTS + "__VERIFIER_assume(y > 1000 && y < 2000); assert(x / y != 1234 || x % y != 567);"))
bug("signed and unsigned", MAIN % (INTS + "if (x < 0 && (unsigned)x > 4294960000u && y == -x) assert(y != 7001);"))
bug("a division by zero", MAIN % (INTS + "int z = 100 / (x * 5 - 12345); (void)z; (void)y;"))
bug("a shift of a short", MAIN % "short x = __VERIFIER_nondet_short(); assert((x >> 3) != -1003);")
bug("minimum", MAIN % (INTS + "int least = x < y ? x : y; int most = x < y ? y : x; assert(!(least == 1717 && most - least == 4242));"))
bug("an index", MAIN % ("static int a[16]; for (int i = 0; i < 16; i++) a[i] = i * i; unsigned i = __VERIFIER_nondet_uint();"
                        " if (i < 16 && a[i] == 169) assert(i == 0);"))
bug("an index out of bounds", MAIN % ("static int a[16]; unsigned i = __VERIFIER_nondet_uint(); if (i * 3 == 51 && i < 100) a[i] = 1;"))
bug("a write through an index", MAIN % ("static int a[8]; unsigned i = __VERIFIER_nondet_uint() & 7, j = __VERIFIER_nondet_uint() & 7;"
                                        " a[i] = 5; a[j] += 3; assert(!(a[6] == 8 && i + j == 12));"))
bug("fields", "struct point { short x; unsigned char r; int y; };\n" + MAIN % (
    "struct point p; p.x = __VERIFIER_nondet_short(); p.r = __VERIFIER_nondet_uchar(); p.y = __VERIFIER_nondet_int();"
    " struct point q = p; assert(!(q.x == -345 && q.r == 201 && q.y == q.x * q.r));"))
bug("a copy of text", MAIN % ("char a[8], b[8]; for (int i = 0; i < 8; i++) a[i] = __VERIFIER_nondet_char(); memcpy(b, a, 8);"
                              " assert(!(b[0] == 'm' && b[1] == 'a' && b[2] == 'g' && b[3] == 'i' && b[4] == 'c'));"))
bug("a loop", MAIN % "unsigned n = __VERIFIER_nondet_uint(), s = 0; __VERIFIER_assume(n < 20); for (unsigned i = 0; i < n; i++) s += i * i; assert(s != 1015);")
bug("a call", "static int twice(int x) { return 2 * x; }\nstatic int plus(int x) { return x + 11; }\n" + MAIN % (
    INTS + "int (*f)(int) = x == 99999 ? twice : plus; assert(f(y) != 888888 || f == plus);"))
bug("malloc", MAIN % "int* p = malloc(2 * sizeof *p); p[0] = __VERIFIER_nondet_int(); p[1] = __VERIFIER_nondet_int(); assert(p[0] - p[1] != 98765 || p[1] != 43); free(p);")
bug("an overflow", MAIN % (INTS + "if (x > 0 && y == x + 77) { int z = x + y; (void)z; }"), "--overflow")

# ---- The same with threads, and a schedule.
THREADS = """static int x, y, done;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* first(void* p) { %s return p; }
static void* second(void* p) { %s return p; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  %s
  return 0;
}
"""
LOCK, UNLOCK = "pthread_mutex_lock(&m); ", "pthread_mutex_unlock(&m); "
bug("two inputs in two threads", THREADS % (
    "int v = __VERIFIER_nondet_int(); " + LOCK + "x = v; done = 1; " + UNLOCK,
    "int w = __VERIFIER_nondet_int(); " + LOCK + "if (done) assert(x * 3 + 1 != w || w < 300000); " + UNLOCK, ""))
bug("an input that decides the lock", "static pthread_mutex_t locks[4] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,"
    " PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};\n" + THREADS % (
        "unsigned h = __VERIFIER_nondet_uint() * 2654435761u; pthread_mutex_lock(&locks[h >> 30]);"
        " if (h == 0x80000001u) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); } pthread_mutex_unlock(&locks[h >> 30]);",
        LOCK + "assert(x == 0); " + UNLOCK, ""))
bug("a deadlock for one input", THREADS % (
    LOCK + "x = __VERIFIER_nondet_int(); " + UNLOCK,
    LOCK + "int v = x; if (v * 9 != 1234566) " + UNLOCK, LOCK + UNLOCK))
bug("an atomic", THREADS.replace("static int x", "static _Atomic int x") % (
    "int v = __VERIFIER_nondet_int(); x = v * 5;", "int v = x; if (v != 0) assert(v != 777775);", ""))
report = expect("a replayed witness", MAIN % (INTS + "if (x * 7 + 3 == y && y > 20000) assert(x < 3000);"), 1, "--traces", "traces")
if not any("replayed natively: the same bug" in text for text in report["natively"]):
    failures.append(f"the witness of the solver is not replayed: {report['natively']}")

# ---- No inputs.
proved("a relation", MAIN % (INTS + "__VERIFIER_assume(x == y); int z = x - y; assert(z == 0);"))
proved("parity", MAIN % (INTS + "assert((x + y) % 2 == (x - y) % 2 || x + y < 0 || x - y < 0 || ((x ^ y) & 1));"))
proved("a product", MAIN % (UNSIGNED + "__VERIFIER_assume(x < 1000 && y < 1000); assert(x * y <= 998001);"))
proved("squares", MAIN % "unsigned x = __VERIFIER_nondet_uint(); assert((x * x & 3) != 2);")
proved("a swap", MAIN % (UNSIGNED + "unsigned a = x, b = y; a ^= b; b ^= a; a ^= b; assert(a == y && b == x);"))
proved("a binary search", MAIN % ("static const int a[8] = {1, 3, 4, 7, 9, 12, 15, 20}; int key = __VERIFIER_nondet_int(), lo = 0, hi = 7, at = -1;"
                                  " while (lo <= hi) { int mid = (lo + hi) / 2; if (a[mid] == key) { at = mid; break; }"
                                  " if (a[mid] < key) lo = mid + 1; else hi = mid - 1; } assert(at == -1 || a[at] == key);"))
proved("an index from a relation", MAIN % ("static int a[10]; unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();"
                                           " if (i < 10 && j < 10 && i + j < 10) a[i + j] = 1;"))
proved("a relation across threads", THREADS % (
    "int v = __VERIFIER_nondet_int(); " + LOCK + "x = v; y = v + 1; done = 1; " + UNLOCK,
    LOCK + "int a = x, b = y, d = done; " + UNLOCK + "if (d) assert((unsigned)b - (unsigned)a == 1u);", ""))
proved("written and read in one section", THREADS % (
    LOCK + "int v = __VERIFIER_nondet_int(); x = v; y = v; assert(x == y); " + UNLOCK, LOCK + "x = y = 0; " + UNLOCK, ""))

proved("asserted after the lock", """static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* thread(void* p) {
  while (1) {
    int v = __VERIFIER_nondet_int();
    pthread_mutex_lock(&m);
    int old = x;
    x = (x * 3 + v) & 255;
    int now = x;
    pthread_mutex_unlock(&m);
    assert(((now - old * 3 - v) & 255) == 0);
  }
  return p;
}
int main(void) { pthread_t a, b; pthread_create(&a, 0, thread, 0); pthread_create(&b, 0, thread, 0); pthread_join(a, 0); return 0; }
""")

# ---- Nothing is removed that is only hard to reach: a loop with cut-offs, in which the bug needs several turns.
LOOP = """static int x, turns;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* thread(void* p) {
  int v = __VERIFIER_nondet_int();
  __VERIFIER_assume(v >= 0 && v < 1000);
  pthread_mutex_lock(&m);
  x = v;
  pthread_mutex_unlock(&m);
  while (1) {
    pthread_mutex_lock(&m);
    int old = x;
    x = (old * 5 + 1) & 1023;
    %s
    pthread_mutex_unlock(&m);
  }
  return p;
}
int main(void) { pthread_t a; pthread_create(&a, 0, thread, 0); pthread_join(a, 0); return 0; }
"""
bug("a bug of the first turn", LOOP % "assert(x != 1023);")
# The states of the first turn include those of the later ones, which are cut off; the bug is in the third.
DRIFT = """static int x, y;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* thread(void* p) {
  int v = __VERIFIER_nondet_int();
  pthread_mutex_lock(&m);
  x = y = v & 1023;
  pthread_mutex_unlock(&m);
  while (1) {
    pthread_mutex_lock(&m);
    y = (y + 1) & 1023;
    assert(((y - x) & 1023) != %d);
    pthread_mutex_unlock(&m);
  }
  return p;
}
int main(void) { pthread_t a; pthread_create(&a, 0, thread, 0); pthread_join(a, 0); return 0; }
"""
bug("a bug behind a cut-off", DRIFT % 3)
done, report = prove(DRIFT % 1000, seconds=1)  # too far away to be found
if done.returncode != 4 or report["cutoffs"] == 0:
    failures.append(f"a bug far behind a cut-off is removed, or not behind one: {report['summary']}")
proved("a loop whose relation is local", LOOP % "assert(((x - old * 5) & 1023) == 1);")

# ---- Inputs with bounds: variables between the two, which may be unknown themselves.
ANY = "#include <skein/skein.h>\n" + MAIN
bug("a rare input within bounds", ANY % "long n = skein_any(1, 4000000000000); if (n % 1000003 == 777777 && n / 1000003 == 1234567) assert(0);")
bug("a rare input below zero", ANY % "long n = skein_any(-1000000000, -5); if (n * 3 == -370370367) assert(0);")
proved("an input that its bounds exclude", ANY % "long n = skein_any(-1000000000, 123456788); if (n * n == 15241578750190521) assert(n < 0);")
proved("unknown bounds", ANY % "long hi = __VERIFIER_nondet_int(); if (hi >= 3) { long n = skein_any(3, hi); assert(n <= hi); }")
bug("bounds in the wrong order", ANY % "long lo = __VERIFIER_nondet_int(); if (lo * 3 == 370370367) skein_any(lo, 5);")
proved("bounds in the right order", ANY % "long lo = __VERIFIER_nondet_int(); long hi = lo + (__VERIFIER_nondet_int() & 7); skein_any(lo, hi);")
done, report = prove(ANY % "double d = __VERIFIER_nondet_double(); if (d * d == 2.25) assert(d > 0);".replace("double d", "double __VERIFIER_nondet_double(void); double d"), seconds=2)
if done.returncode not in (1, 4):
    failures.append(f"a real input: exit status {done.returncode}: {report['summary']}")

# ---- Without the solver: said, and never proved.
code = MAIN % (INTS + "__VERIFIER_assume(x == y + 3); assert((unsigned)x - (unsigned)y == 3u);")
folder = os.path.join(os.getcwd(), "without")
os.makedirs(os.path.join(folder, "lib"), exist_ok=True)
copy = os.path.join(folder, "skein")
if os.path.lexists(copy):
    os.remove(copy)
subprocess.run(["cp", SKEIN, copy], check=True)
with open(os.path.join(folder, "lib", "libskein-solver.so"), "w", encoding="utf-8") as file:
    file.write("this is no library")
proved("with the solver", code)
SKEIN = copy
done, report = prove(code, seconds=1)
if done.returncode != 4 or "Z3" not in done.stdout + done.stderr:
    failures.append(f"without the solver: exit status {done.returncode}:\n{done.stdout}{done.stderr}")

for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
