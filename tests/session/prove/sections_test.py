#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Atomic sections by skein prove: what no other thread sees in between, what is accessed outside too, locks and assumptions in a section."""
import os
import subprocess
import sys

SKEIN = os.environ["SKEIN"]
failures = []

HEAD = """#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
#define BEGIN __VERIFIER_atomic_begin();
#define END __VERIFIER_atomic_end();
static int x, y, a[4];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void __VERIFIER_atomic_add(int* p) { *p = *p + 1; }
"""
THREADS = """%s
static void* first(void* p) { %s return p; }
static void* second(void* p) { %s return p; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  %s
  return 0;
}
"""


def expect(name, first, second, at_end, status, *texts, more=""):
    with open("program.c", "w", encoding="utf-8") as file:
        file.write(HEAD + THREADS % (more, first, second, at_end))
    patience = [] if status == 4 else ["--refine-seconds", "60"]  # for slow machines
    done = subprocess.run([SKEIN, "prove", "program.c", *patience], capture_output=True, text=True, check=False)
    everything = done.stdout + done.stderr
    if done.returncode != status:
        failures.append(f"{name}: exit status {done.returncode}, not {status}:\n{everything}")
    failures.extend(f"{name}: '{text}' is not said:\n{everything}" for text in texts if text not in everything)


ADD = "BEGIN x++; END"
expect("a counter", ADD, ADD, "assert(x == 2);", 0)
expect("a counter, wrong", ADD, ADD, "assert(x != 2);", 1, "assertion 'x != 2' failed")
expect("a section by its name", "__VERIFIER_atomic_add(&x);", "__VERIFIER_atomic_add(&x);", "assert(x == 2);", 0)
expect("two sections", "int t; BEGIN t = x; END BEGIN x = t + 1; END", ADD, "assert(x == 2);", 1)
expect("nested", "BEGIN x++; __VERIFIER_atomic_add(&x); BEGIN y = x; END x = y + 1; END", "BEGIN y = x; END",
       "assert(y == 0 || y == 2 || y == 3);", 0)
expect("an end without a beginning", "END", "", "", 1, "without having begun one")
expect("what is in no section does not come in between", "BEGIN int t = x; x = t + 1; END", "x = 10;", "assert(x == 10 || x == 11);", 0)
expect("and comes before or after", "BEGIN int t = x; x = t + 1; END", "x = 10;", "assert(x == 10);", 1)
expect("a race outside", "x = 1; BEGIN y = 1; END", "x = 2;", "", 1, "data race on x")
# The footprint depends on unknown values.
expect("an unknown index", "int i = __VERIFIER_nondet_int() & 3; BEGIN a[i]++; END", "int i = __VERIFIER_nondet_int() & 3; BEGIN a[i]++; END",
       "for (int i = 0; i < 4; i++) assert(a[i] >= 0 && a[i] <= 2);", 0)
expect("an unknown index, wrong", "int i = __VERIFIER_nondet_int() & 3; BEGIN a[i]++; END", "int i = __VERIFIER_nondet_int() & 3; BEGIN a[i]++; END",
       "assert(a[3] < 2);", 1, "assertion 'a[3] < 2' failed")
expect("an unknown branch", "int n = __VERIFIER_nondet_int(); BEGIN if (n > 5) x = 1; else y = 1; END", "BEGIN assert(!(x && y)); END",
       "assert(x + y == 1);", 0)
expect("a pointer that is read in the section", "BEGIN q = &y; END", "BEGIN (*q)++; END", "assert(x + y == 1);", 0, more="static int* q = &x;")
expect("a pointer that is read in the section, wrong", "BEGIN q = &y; END", "BEGIN (*q)++; END", "assert(x == 1);", 1,
       more="static int* q = &x;")
expect("a loop", "int n = __VERIFIER_nondet_int() & 7; BEGIN for (int i = 0; i < n; i++) x++; END", "BEGIN for (int i = 0; i < 3; i++) x++; END",
       "assert(x >= 3 && x <= 10);", 0)
expect("the heap", "BEGIN int* q = malloc(sizeof *q); *q = 1; h = q; END", "BEGIN if (h) { assert(*h == 1); free(h); h = 0; } END", "", 0,
       more="static int* h;")
expect("an input in a section", "BEGIN x = __VERIFIER_nondet_int(); assert(x != 77); END", "", "", 1, "assertion 'x != 77' failed")
# Assumptions wait for others, and what was written before one that fails is never seen.
LOCK = "BEGIN __VERIFIER_assume(x == 0); x = 1; END y++; BEGIN x = 0; END"
expect("a lock made of assumptions", LOCK, LOCK, "assert(y == 2);", 0)
expect("an assumption that others make true", "BEGIN x = 1; END", "BEGIN __VERIFIER_assume(x == 1); y = 1; END", "assert(y == 0);", 1)
expect("no thread sees a section that fails", "BEGIN x = 1; if (!__VERIFIER_nondet_int()) __VERIFIER_assume(0); x = 2; END",
       "BEGIN assert(x != 1); END", "", 0)
expect("all threads see what was before", "BEGIN x = 1; END int n = __VERIFIER_nondet_int(); __VERIFIER_assume(n > 5); __VERIFIER_assume(n < 3);",
       "BEGIN assert(x == 0); END", "", 1)
# A section that must wait waits as a whole.
expect("a mutex", "BEGIN x = 1; pthread_mutex_lock(&m); x = 2; pthread_mutex_unlock(&m); END",
       "pthread_mutex_lock(&m); y++; pthread_mutex_unlock(&m);", "assert(x == 2 && y == 1);", 0)
expect("a mutex that is kept", "BEGIN x = 1; pthread_mutex_lock(&m); pthread_mutex_unlock(&m); END", "pthread_mutex_lock(&m);", "", 4, "deadlock")
expect("a mutex that is kept from some inputs", "int n = __VERIFIER_nondet_int(); BEGIN if (n) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); } END",
       "pthread_mutex_lock(&m);", "", 4, "deadlock")
expect("a mutex for some inputs", "int n = __VERIFIER_nondet_int(); BEGIN if (n) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); } END",
       "pthread_mutex_lock(&m); y = 3; pthread_mutex_unlock(&m);", "assert(y == 3);", 0)
expect("what is refused", "BEGIN pthread_t u; pthread_create(&u, 0, second, 0); END", "", "", 2, "program.c", "does not support this in an atomic section",
       more="static void* second(void*);")
expect("an end in a section", "BEGIN x = 1;", "", "", 2, "ends in the middle of an atomic section")

for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
