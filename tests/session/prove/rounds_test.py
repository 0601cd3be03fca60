#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Warnings that only a relation between inputs excludes: deadlocks and races are refuted along their history, and where that does
not do, inputs are divided and the analysis is run again. Each program has a twin in which the warning is a bug."""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ["SKEIN_SOURCE"], "tests", "support"))
from shares import is_taken  # noqa: E402

SKEIN = os.environ["SKEIN"]
failures = []

HEAD = """
#include <assert.h>
#include <pthread.h>
#include <skein/skein.h>
#define LOCKS 3
static pthread_mutex_t m[LOCKS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int a[10], i, j;
"""
TAIL = """
  pthread_t one, two;
  pthread_create(&one, 0, first, 0);
  pthread_create(&two, 0, second, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}
"""

# Two threads write elements that are not the same.
RACE = HEAD + """
static void* first(void* p) { a[i] = 1; return p; }
static void* second(void* p) { a[j] = 2; return p; }
int main(void) {
  i = (int)skein_any(0, 9);
  j = (int)skein_any(0, 9);
#ifndef BUG
  skein_assume(i != j);
#endif
""" + TAIL

# The same with a distance that both inputs together decide.
DISTANCE = HEAD + """
static void* first(void* p) { a[i] = 1; return p; }
static void* second(void* p) { a[(i + j) % 10] = 2; return p; }
int main(void) {
  i = (int)skein_any(0, 9);
#ifdef BUG
  j = (int)skein_any(0, 9);
#else
  j = (int)skein_any(1, 9);
#endif
""" + TAIL

# Both threads take the two locks in the same order, whichever these are.
DEADLOCK = HEAD + """
static void take(int from, int to) {
  pthread_mutex_lock(&m[from]);
  pthread_mutex_lock(&m[to]);
  pthread_mutex_unlock(&m[to]);
  pthread_mutex_unlock(&m[from]);
}
static void* first(void* p) { take(i, j); return p; }
#ifdef BUG
static void* second(void* p) { take(j, i); return p; }
#else
static void* second(void* p) { take(i, j); return p; }
#endif
int main(void) {
  i = (int)skein_any(0, LOCKS - 1);
  j = (int)skein_any(0, LOCKS - 1);
  skein_assume(i < j);
""" + TAIL

# An assertion about a shared number after loops with locks: what the input is decides, and only one value at a time shows it.
LOOP = HEAD + """
static int count;
static void* first(void* p) {
  while (skein_any(0, 1)) {
    pthread_mutex_lock(&m[0]);
    count = (count + i) % (3 * i);
    pthread_mutex_unlock(&m[0]);
  }
  return p;
}
static void* second(void* p) {
  pthread_mutex_lock(&m[0]);
#ifdef BUG
  assert(count != 6);
#else
  assert(count % i == 0);
#endif
  pthread_mutex_unlock(&m[0]);
  return p;
}
int main(void) {
  i = (int)skein_any(1, 5);
""" + TAIL


# Seconds. Half of them are for refinement without dividing, which uses up all of them on LOOP.
PATIENCE = "60" if "SKEIN_IS_SLOW" in os.environ else "6"


def prove(name, program, status, *options):
    with open("program.c", "w", encoding="utf-8") as file:
        file.write(program)
    patience = [] if status == 4 else ["--refine-seconds", PATIENCE]
    done = subprocess.run([SKEIN, "prove", "program.c", "--json", "report.json", *patience, *options], capture_output=True, text=True, check=False)
    if done.returncode != status:
        failures.append(f"{name} {' '.join(options)}: exit status {done.returncode}, not {status}: {done.stdout}{done.stderr}")
    with open("report.json", encoding="utf-8") as file:
        return json.load(file)


for name, program in (("race", RACE), ("distance", DISTANCE), ("deadlock", DEADLOCK), ("loop", LOOP)):
    if not is_taken(name, 2):
        continue
    prove(name, program, 0)
    report = prove(name, program, 1, "-D", "BUG", "--traces", "traces")
    if not any("replayed natively: the same bug" in text for text in report["natively"]):
        failures.append(f"{name}: the real program does not show the bug: {report['natively']}")

# Without time nothing is removed, and nothing is made up.
prove("race", RACE, 4, "--refine-seconds", "0.0001")
prove("loop", LOOP, 4, "--refine-seconds", "0.0001")

for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
