#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Loops that take locks and give them back (src/prefix/analyses/livelock_cycles.hpp): livelocks, and loops that are not.
# shellcheck source=tests/session/verify/expect.sh
. "$SKEIN_SOURCE/tests/session/verify/expect.sh"

# pollers FIRST SECOND: two threads with these bodies.
pollers() {
  cat <<END
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static int done, ticks;
static int look(void) { pthread_mutex_lock(&m); int d = done; pthread_mutex_unlock(&m); return d; }
static int look_shared(void) { pthread_rwlock_rdlock(&rw); int d = done; pthread_rwlock_unlock(&rw); return d; }
static void set(void) { pthread_mutex_lock(&m); done = 1; pthread_mutex_unlock(&m); }
static void *first(void *p) { $1; return p; }
static void *second(void *p) { $2; return p; }
int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, first, 0);
  pthread_create(&t[1], 0, second, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
}
END
}
poll="while (!look()) ;"
pollers "$poll" "$poll" | expect_program 1 "livelock: waits in a loop"
pollers "$poll" "" | expect_program 1 "livelock: waits in a loop"
pollers "while (!look_shared()) ;" "while (!look_shared()) ;" | expect_program 1 "livelock: waits in a loop"
pollers "while (pthread_mutex_trylock(&n) == 0 && !look()) pthread_mutex_unlock(&n);" "" | expect_program 1 "livelock: waits in a loop"
# A thread waits for ever for what the poller holds.
pollers "pthread_mutex_lock(&n); $poll" "pthread_mutex_lock(&n); set(); pthread_mutex_unlock(&n)" | expect_program 1 "livelock: waits in a loop"
# What it writes is there already.
pollers "while (!atomic_exchange(&flag, 0)) ;" "" | expect_program 1 "livelock: waits in a loop"
pollers "int e = 1; while (!atomic_compare_exchange_strong(&flag, &e, 2)) e = 1" "$poll" | expect_program 1 "livelock: waits in a loop"
pollers "while (!atomic_exchange(&flag, 0)) ;" "atomic_store(&flag, 1)" | expect_program 0 "proved"
# A thread will let them out, or can: not a livelock, though some runs never end.
pollers "$poll" "set()" | expect_program 0 "proved"
pollers "$poll" "$poll" | expect_program 0 "proved" --no-livelocks
pollers "$poll set()" "pthread_mutex_lock(&n); set(); pthread_mutex_unlock(&n)" | expect_program 0 "proved"
# The first gets out if it finds the lock taken while the second polls.
pollers "while (pthread_mutex_trylock(&m) == 0) pthread_mutex_unlock(&m); set()" "$poll" | expect_program 0 "proved"
# Work without end is not a livelock.
pollers "for (;;) { pthread_mutex_lock(&m); ticks = 1; ticks = 0; pthread_mutex_unlock(&m); }" "" | expect_program 0 "proved"

finish
