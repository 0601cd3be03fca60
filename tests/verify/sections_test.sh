#!/bin/bash
# Steps of several accesses: --granularity statement, and atomic sections. The numbers of traces are derived beside
# each program.
# shellcheck source=tests/verify/expect.sh
. "$SKEIN_SOURCE/tests/verify/expect.sh"

statement=(--granularity statement)
# A statement is one step: two of them that conflict have two orders, whatever they read before they write.
two_threads "int x;" "x++" "x++" | traces 2 "${statement[@]}"
# The read of y before or after its write, that of x likewise; not both after: that would be a circle.
two_threads "int x, y;" "x = y" "y = x" | traces 3 --granularity access
two_threads "int x, y;" "x = y" "y = x" | traces 2 "${statement[@]}"
# What the right side of && reads is read in the same step: before, between or after the two writes. Access by
# access: x is read after its write (and y not at all), or before it, and then y before or after its own.
two_threads "int x = 1, y, z;" "z = x && y" "x = 0; y = 1" | traces 3 --granularity access
two_threads "int x = 1, y, z;" "z = x && y" "x = 0; y = 1" | traces 3 "${statement[@]}"
# Two statements in one line are two steps: the other one reads both before, between or after them.
two_threads "int x, y, z;" "x = 1; y = 1" "z = x + y" | traces 3 "${statement[@]}"
# An element chosen by what is read cannot be foreseen: the read of i is a step of its own, before or after i = 1; then
# a[0] or a[1] is read, which nobody writes.
two_threads "int i, a[2];" "int r = a[i]; (void)r" "i = 1" | traces 2 "${statement[@]}"

# Atomic sections, of any granularity.
section="__VERIFIER_atomic_begin(); if (x == 0) x = 1; else y = x; __VERIFIER_atomic_end()"
two_threads "int x, y;" "$section" "$section" | traces 2
two_threads "int x; static void __VERIFIER_atomic_add(void) { x = x + 1; }" "__VERIFIER_atomic_add()" "__VERIFIER_atomic_add()" | traces 2

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
expect_program 2 "program.c:6: .*what it accesses depends on what it reads" <<'END'
void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int x;
static int *p = &x;
int main(void) {
  int **q = &p;
  __VERIFIER_atomic_begin();
  **q = 1;
  __VERIFIER_atomic_end();
}
END

# POET's programs: at most 1.5 times the events of the canonical prefix (BENCHMARKS.md section 3, size order).
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
