#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Steps of several accesses: --granularity statement, and atomic sections. The numbers of traces are derived at
# each program.
# shellcheck source=tests/session/verify/expect.sh
. "$SKEIN_SOURCE/tests/session/verify/expect.sh"

statement=(--granularity statement)
# A statement is one step: two of them that conflict have two orders, whatever they read before they write.
two_threads "int x;" "x++" "x++" | traces 2 "${statement[@]}"
# The read of y before or after its write, that of x likewise; not both after: that would be a cycle.
two_threads "int x, y;" "x = y" "y = x" | traces 3 --granularity access
two_threads "int x, y;" "x = y" "y = x" | traces 2 "${statement[@]}"
# What the right side of && reads is read in the same step: before, between or after the two writes. Access by
# access: x is read after its write (and y not at all), or before it, and then y before or after its own.
two_threads "int x = 1, y, z;" "z = x && y" "x = 0; y = 1" | traces 3 --granularity access
two_threads "int x = 1, y, z;" "z = x && y" "x = 0; y = 1" | traces 3 "${statement[@]}"
# Two statements in one line are two steps: the other one reads both before, between or after them.
two_threads "int x, y, z;" "x = 1; y = 1" "z = x + y" | traces 3 "${statement[@]}"
# An element chosen by what is read cannot be foreseen: the read of i is a step of its own, before or after i = 1; then
# a[0] or a[1] is read, which no thread writes.
two_threads "int i, a[2];" "int r = a[i]; (void)r" "i = 1" | traces 2 "${statement[@]}"

# Atomic sections, of any granularity.
section="__VERIFIER_atomic_begin(); if (x == 0) x = 1; else y = x; __VERIFIER_atomic_end()"
two_threads "int x, y;" "$section" "$section" | traces 2
add="int x; static void __VERIFIER_atomic_add(void) { x = x + 1; }"
two_threads "$add" "__VERIFIER_atomic_add()" "__VERIFIER_atomic_add()" | traces 2
# However it is called.
two_threads "$add" "void (*volatile f)(void) = __VERIFIER_atomic_add; f()" "__VERIFIER_atomic_add()" | traces 2
# Only the outermost of nested sections counts.
two_threads "$add" "__VERIFIER_atomic_begin(); __VERIFIER_atomic_add(); x++; __VERIFIER_atomic_end()" "x++" | traces 3

lost_update() {
  cat <<'END'
#include <assert.h>
#include <pthread.h>
static int x;
static void *f(void *p) { x++; return p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  x++;
  pthread_join(t, 0);
  assert(x == 2);
}
END
}
lost_update | expect_program 1 "assertion 'x == 2' failed"
lost_update | expect_program 0 "proved: .*between the accesses of one statement was not looked at" --granularity statement
lost_update | expect_program 2 "neither access nor statement" --granularity line

# A lock made of a section and an assumption.
expect_program 0 "proved" <<'END'
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), __VERIFIER_assume(int);
static int lock, inside;
static void *f(void *p) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(lock == 0);
  lock = 1;
  __VERIFIER_atomic_end();
  inside++;
  assert(inside == 1);
  inside--;
  lock = 0;
  return p;
}
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); }
END

# Sections that cannot be foreseen: what they access depends on what they read, they choose, allocate, wait. Nothing of another thread
# comes in between, be it in a section or not.
section_of() {
  cat <<END
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), __VERIFIER_assume(int);
_Bool __VERIFIER_nondet_bool(void);
static int x, y, z, a[4];
static int *p = &x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t s;
static void *second(void *q);
static void *first(void *q) { __VERIFIER_atomic_begin(); $1; __VERIFIER_atomic_end(); $2; return q; }
static void *second(void *q) { $3; return q; }
int main(void) {
  pthread_t t[2];
  sem_init(&s, 0, 0);
  pthread_create(&t[0], 0, first, 0);
  pthread_create(&t[1], 0, second, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  $4;
}
END
}
section_of "*p = 1; *p = 2" "" "p = &y" "assert(x == 2 || y == 2)" | expect_program 0 "proved"
section_of "*p = 1; *p = 2" "" "p = &y" "assert(x == 2)" | expect_program 1 "assertion 'x == 2' failed"
section_of "*p = *p + 1" "" "x = 5" "assert(x == 5 || x == 6)" | expect_program 0 "proved"
section_of "int v = *p; v = a[v & 3]; a[v] = x" "" "__VERIFIER_atomic_begin(); x++; assert(x == 1); __VERIFIER_atomic_end()" "" | expect_program 0 "proved"
section_of "if (__VERIFIER_nondet_bool()) x = 1; else y = 1; z = x + y" "assert(z == 1)" "z = 2" "" | expect_program 1 "assertion 'z == 1'"
section_of "if (__VERIFIER_nondet_bool()) x = 1; else y = 1; z = x + y" "" "__VERIFIER_atomic_begin(); assert(z == x + y); __VERIFIER_atomic_end()" "" |
  expect_program 0 "proved"
section_of "while (x < y) x++" "" "y = 3" "assert(x == 0 || x == 3)" | expect_program 0 "proved"
section_of "p = malloc(4); *p = 1; free(p); p = &x" "" "__VERIFIER_atomic_begin(); *p = 2; __VERIFIER_atomic_end()" "assert(x == 2)" | expect_program 0 "proved"
section_of "p = malloc(4); free(p)" "" "__VERIFIER_atomic_begin(); *p = 2; __VERIFIER_atomic_end()" "" | expect_program 1 "freed"
section_of "x = 1; pthread_create((pthread_t[1]){}, 0, second, 0); x = 2" "" "__VERIFIER_atomic_begin(); assert(x != 1); __VERIFIER_atomic_end()" "" |
  expect_program 0 "proved"

# A section waits as a whole. What others hold, or have to do first, does not let them in between.
section_of "x = 1; pthread_mutex_lock(&m); x = 2; pthread_mutex_unlock(&m)" "" "pthread_mutex_lock(&m); assert(x != 1); x += 10; pthread_mutex_unlock(&m)" \
  "assert(x == 2 || x == 12)" | expect_program 0 "proved"
section_of "x = 1; sem_wait(&s); x = 2" "" "assert(*(volatile int *)&y == 0); sem_post(&s)" "assert(x == 2)" | expect_program 0 "proved"
section_of "x = 1; sem_wait(&s); x = 2" "" "y = 1" "" | expect_program 1 "deadlock: .*first(1) waits for"
section_of "x = 1; sem_wait(&s); x = 2" "" "__VERIFIER_atomic_begin(); sem_wait(&s); __VERIFIER_atomic_end()" "" | expect_program 1 "deadlock"
# One of the ways through it does not wait.
section_of "if (__VERIFIER_nondet_bool()) sem_wait(&s); x = 2" "" "y = 1" "assert(x == 2)" | expect_program 0 "proved"
section_of "int v = pthread_mutex_trylock(&m); if (!v) pthread_mutex_unlock(&m); y = pthread_mutex_trylock(&m); assert(!v == !y); if (!y) pthread_mutex_unlock(&m)" \
  "" "pthread_mutex_lock(&m); pthread_mutex_unlock(&m)" "" | expect_program 0 "proved"
# A loop in a section that waits for others waits for ever.
section_of "while (*p == 0) ;" "" "x = 1" "" | expect_program 1 "livelock"
section_of "*p = 1; pthread_exit(0)" "" "x = 1" "" | expect_program 2 "program.c:12: .*a thread that ends in the middle of an atomic section"
section_of "*p = 1; return 0" "" "x = 1" "" | expect_program 2 "program.c:12: .*a thread that ends in the middle of an atomic section"
section_of "" "__VERIFIER_atomic_end()" "" "" | expect_program 1 "ends an atomic section without having begun one"
# An assertion that fails in one, an assumption, an exit.
section_of "*p = 1; assert(*p == 0)" "" "" "" | expect_program 1 "assertion '\*p == 0' failed"
section_of "*p = 1; __VERIFIER_assume(y == 1)" "" "y = 1" "assert(y == 1)" | expect_program 0 "proved"
# No thread sees what was written before an assumption that fails, in one step and with the lock.
for write in "x = 1" "*p = 1"; do
  section_of "$write; __VERIFIER_assume(y == 1); x = 2" "" "y = 1; __VERIFIER_atomic_begin(); assert(x != 1); __VERIFIER_atomic_end()" "" |
    expect_program 0 "proved" --races=off
done
section_of "*p = 1; exit(0)" "" "" "assert(0)" | expect_program 0 "proved"
section_of "*p = *p + 1" "" "x = 5" "assert(x == 5 || x == 6)" | expect_program 0 "proved" "${statement[@]}"

# POET's programs: at most 1.5 times the events of the canonical prefix (bench/README.md section 3, size order).
for row in dekker:89 peterson:167 pgsql:51 szymanski:552 prodcons:1890; do
  name=${row%:*} canonical=${row#*:}
  "$SKEIN" verify "$SKEIN_SOURCE/bench/verify/$name.c" --no-livelocks --order size "${statement[@]}" -q --json report.json >output 2>&1
  python3 - "$canonical" <<'END' || { fail "$name:"; cat output; }
import json, sys
report = json.load(open("report.json"))
sys.exit(0 if report["verdict"] == "proved" and 2 * report["events"] <= 3 * int(sys.argv[1]) else 1)
END
done

finish
