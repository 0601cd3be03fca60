#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What a verdict says of itself: proofs about nothing, searches that a budget or a limit ended, and what a proof holds for.
# shellcheck source=tests/session/verify/expect.sh
. "$(dirname "$0")/expect.sh"

# json EXPRESSION: true of the report r.
json() {
  python3 -c 'import json, sys
r = json.load(open("report.json"))
sys.exit(0 if eval(sys.argv[1]) else 1)' "$1" || fail "report.json does not satisfy $1"
}

# Every run is ended by an assumption: by its first step, by either branch, by one of two threads, by whatever input.
nothing="^incomplete: .*no execution gets past its assumptions"
expect_program 4 "$nothing" --json report.json <<'END'
#include <assert.h>
extern void __VERIFIER_assume(int);
int x = 1;
int main(void) { __VERIFIER_assume(x == 2); assert(0); }
END
json "r['verdict'] == 'incomplete' and len(r['gaps']) == 1"
expect_program 4 "$nothing" --nondet 0..3 <<'END'
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
int main(void) { int x = __VERIFIER_nondet_int(); if (x & 1) __VERIFIER_assume(x > 3); else __VERIFIER_assume(x < 0); }
END
two_threads "extern void __VERIFIER_assume(int); _Atomic int x;" "x = 1" "x = 2; __VERIFIER_assume(x == 3)" |
  expect_program 4 "$nothing"
# One order of two passes; an endless run passes; an assumption that only one of two inputs fails.
two_threads "extern void __VERIFIER_assume(int); _Atomic int x;" "x = 1" "x = 2; __VERIFIER_assume(x == 1)" |
  expect_program 0 "^proved"
two_threads "extern void __VERIFIER_assume(int); _Atomic int x;" "while (1) { __VERIFIER_assume(x < 2); x = 1; x = 0; }" "x = 0" |
  expect_program 0 "^proved.*some runs never end"
expect_program 0 "^proved: .*; for inputs in 0..3" --nondet 0..3 --json report.json <<'END'
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
int main(void) { __VERIFIER_assume(__VERIFIER_nondet_int() == 3); }
END
json "r['reservations'] == ['for inputs in 0..3']"

# The search for livelocks is long here: given up after a number of looks, which the verdict says also with -q; stopped by
# a budget, nothing is proved. A JSON report never says "proved" and that something was stopped.
cat >spinners.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
atomic_int stop;
atomic_int other[12];
static void* spinner(void* p) {
  while (!stop) {
    for (int i = 0; i < 12; ++i) if (other[i]) return p;
  }
  return p;
}
int main(void) {
  pthread_t t[6];
  for (int i = 0; i < 6; ++i) pthread_create(&t[i], 0, spinner, 0);
  stop = 1;
  for (int i = 0; i < 6; ++i) pthread_join(t[i], 0);
}
END
expect 0 "^proved.*the search for livelocks was given up" spinners.c -q --json report.json
json "r['verdict'] == 'proved' and r['stopped_by'] is None and 'livelocks' in r['reservations'][0]"
expect 4 "^incomplete.*stopped by --max-seconds" spinners.c -q --max-seconds 0.05 --json report.json
json "r['verdict'] == 'incomplete' and r['stopped_by'] == 'seconds'"
expect 0 "^proved" spinners.c -q --no-livelocks --json report.json
json "r['reservations'] == []"

# abort is an assertion, as for skein check; an instruction that traps is a crash.
expect_program 1 "abort called" --json report.json <<'END'
#include <stdlib.h>
int main(void) { abort(); }
END
json "[f['kind'] for f in r['findings']] == ['assertion']"
expect_program 1 "trap" --json report.json <<'END'
int main(void) { __builtin_trap(); }
END
json "[f['kind'] for f in r['findings']] == ['crash']"

# A wait that is not in a loop is broken by a spurious wake-up: a bug if these are asked for, else the proof says that they
# were not. One for each thread: a signal that gets lost is still a deadlock.
cat >wait.c <<'END'
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;
static void* waiter(void* p) {
  pthread_mutex_lock(&m);
  AGAIN (!ready) pthread_cond_wait(&c, &m);
  assert(ready);
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  pthread_mutex_lock(&m);
  ready = 1;
  SIGNAL;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
}
END
signal=-DSIGNAL="pthread_cond_signal(&c)"
expect 0 "^proved.*; without spurious wake-ups\.$" wait.c -D AGAIN=if "$signal"
expect 1 "assertion 'ready' failed" wait.c -D AGAIN=if "$signal" --spurious-wakeups
expect 0 "^proved.*every run ends\.$" wait.c -D AGAIN=while "$signal" --spurious-wakeups
expect 1 "deadlock" wait.c -D AGAIN=while -D "SIGNAL=(void)0" --spurious-wakeups
# Led through the schedule, the real program shows it too.
expect 1 "replayed natively: the same bug" wait.c -D AGAIN=if "$signal" --spurious-wakeups --traces traces

# Operations that ask for less than sequential consistency: each kind, and none.
for weak in "atomic_store_explicit(&x, 1, memory_order_release)" "(void)atomic_load_explicit(&x, memory_order_relaxed)" \
  "atomic_fetch_add_explicit(&x, 1, memory_order_acq_rel)" \
  "int e = 0; atomic_compare_exchange_strong_explicit(&x, &e, 1, memory_order_seq_cst, memory_order_relaxed)"; do
  two_threads "#include <stdatomic.h>
atomic_int x;" "$weak" "x = 2" | expect_program 0 "^proved.*; under sequential consistency\.$"
done
two_threads "#include <stdatomic.h>
atomic_int x;" "atomic_fetch_add(&x, 1); int e = 0; atomic_compare_exchange_strong(&x, &e, 1)" "x = 2" |
  expect_program 0 "^proved.*every run ends\.$"

finish
