#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Data races in skein verify: which pairs of accesses are one, and what orders them.
# shellcheck source=tests/session/verify/expect.sh
. "$(dirname "$0")/expect.sh"

headers="#include <semaphore.h>
#include <stdatomic.h>
"
lock="pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;"

# races GLOBALS FIRST SECOND: two threads with these bodies have a race, which is all that is wrong with them.
races() {
  two_threads "$headers$1" "$2" "$3" | expect_verdict bug "^BUG 1: data race on"
  python3 -c 'import json, sys
sys.exit(any(f["kind"] != "race" for f in json.load(open("report.json"))["findings"]))' || fail "not only races: $*"
}
# ordered GLOBALS FIRST SECOND: they have none.
ordered() {
  two_threads "$headers$1" "$2" "$3" | expect_verdict proved "^proved"
}

races "int x;" "x = 1" "x = 2"
races "int x;" "x = 1" "int y = x; (void)y"
races "int x[2];" "x[1] = 1" "memset(x, 0, sizeof x)"
races "$lock int x;" "pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m)" "pthread_mutex_lock(&n); x = 2; pthread_mutex_unlock(&n)"
# The report says which locks either side holds.
python3 -c 'import json, sys
accesses = json.load(open("report.json"))["findings"][0]["accesses"]
sys.exit(sorted(access["locks_held"] for access in accesses) != [["m"], ["n"]])' || fail "wrong locks: $(cat report.json)"
# Results that library functions write.
races "sem_t s; int x;" "sem_init(&s, 0, 0); sem_getvalue(&s, &x)" "x = 2"
races "void* x; void* nothing(void* p) { return p; }" \
  "pthread_t inner; pthread_create(&inner, 0, nothing, 0); pthread_join(inner, &x)" "void* y = x; (void)y"
# Mixed: one access is atomic.
races "_Atomic int x;" "x = 1" "*(int*)&x = 2"
races "_Atomic int x;" "x = 1" "int y = *(int*)&x; (void)y"
# In one order of the sections only, and after a branch that is taken then.
races "$lock int x, winner;" \
  "pthread_mutex_lock(&m); if (!winner) winner = 1; pthread_mutex_unlock(&m); x = 1" \
  "pthread_mutex_lock(&m); int mine = winner == 0; if (mine) winner = 2; pthread_mutex_unlock(&m); if (mine) x = 2"
# After synchronisation that orders other things, and without any.
races "$lock _Atomic int flag; int x;" "flag = 1; x = 1" "while (!flag) ; x = 2"
races "pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; int x;" \
  "pthread_rwlock_rdlock(&l); x = 1; pthread_rwlock_unlock(&l)" "pthread_rwlock_rdlock(&l); int y = x; (void)y; pthread_rwlock_unlock(&l)"
# In threads that never end: the states come back, the race is beyond no cut-off.
races "$lock int x; _Atomic int turn;" \
  "while (1) { if (turn == 0) turn = 1; else if (turn == 2) x = 1; }" "while (1) { if (turn == 1) turn = 2; else if (turn == 2) x = 2; }"

# Behind operations that order without promising it: no two accesses are possible at once.
publish() { printf 'x = 1; %s' "$1"; }
read_after() { printf '%s; int y = x; (void)y' "$1"; }
flag="_Atomic int flag; int x;"
races "$flag" "$(publish "flag = 1")" "$(read_after "while (!atomic_exchange_explicit(&flag, 0, memory_order_release)) ;")"
races "$flag" "$(publish "flag = 1")" "$(read_after "while (!atomic_load_explicit(&flag, memory_order_relaxed)) ;")"
races "$flag" "$(publish "atomic_store_explicit(&flag, 1, memory_order_relaxed)")" "$(read_after "while (!flag) ;")"
races "$flag" "$(publish "flag = 1; flag = 2")" \
  "$(read_after "int e = 5; while (atomic_load_explicit(&flag, memory_order_relaxed) != 2) ;
     atomic_compare_exchange_strong_explicit(&flag, &e, 7, memory_order_acq_rel, memory_order_relaxed)")"
races "$flag" "$(publish "atomic_thread_fence(memory_order_acquire); atomic_store_explicit(&flag, 1, memory_order_relaxed)")" \
  "$(read_after "while (!flag) ;")"
races "$flag" "$(publish "atomic_signal_fence(memory_order_release); atomic_store_explicit(&flag, 1, memory_order_relaxed)")" \
  "$(read_after "while (!flag) ;")"
# An attempt to lock that fails says that another thread holds the lock, and promises nothing.
races "$lock int x;" "$(publish "pthread_mutex_lock(&m)")" \
  "if (pthread_mutex_trylock(&m)) { int y = x; (void)y; } else pthread_mutex_unlock(&m)"
races "sem_t s; int x; __attribute__((constructor)) void make(void) { sem_init(&s, 0, 1); }" "$(publish "sem_wait(&s)")" \
  "if (sem_trywait(&s)) x = 2; else sem_post(&s)"
# Two orders of two additions lead to the same state, and one is a cut-off; in one of them only x is not known. Whichever it is: it is
# the other one in the program with the threads exchanged.
add="atomic_fetch_add_explicit(&flag, 1, memory_order_acq_rel)"
wait="$add; while (atomic_load_explicit(&flag, memory_order_relaxed) != 2) ;"
races "$flag" "$(publish "$add")" "$(read_after "$wait")"
races "$flag" "$(read_after "$wait")" "$(publish "$add")"

acquire="while (!atomic_load_explicit(&flag, memory_order_acquire)) ;"
relaxed="while (!atomic_load_explicit(&flag, memory_order_relaxed)) ;"
ordered "$flag" "$(publish "atomic_store_explicit(&flag, 1, memory_order_release)")" "$(read_after "$acquire")"
ordered "$flag" "$(publish "atomic_store_explicit(&flag, 1, memory_order_release)")" "$(read_after "$relaxed atomic_thread_fence(memory_order_acquire)")"
ordered "$flag" "$(publish "atomic_thread_fence(memory_order_release); atomic_store_explicit(&flag, 1, memory_order_relaxed)")" "$(read_after "$acquire")"
ordered "$flag" "$(publish "flag = 1; atomic_store_explicit(&flag, 2, memory_order_relaxed)")" \
  "$(read_after "while (atomic_load_explicit(&flag, memory_order_acquire) != 2) ;")"
ordered "$flag" "$(publish "flag = 1; atomic_fetch_add_explicit(&flag, 1, memory_order_relaxed)")" \
  "$(read_after "while (atomic_load_explicit(&flag, memory_order_acquire) != 2) ;")"
# Two atomic variables in one word of the heap.
ordered "int x; _Atomic int* pair; __attribute__((constructor)) void make(void) { pair = calloc(2, 4); }" \
  "x = 1; atomic_store_explicit(&pair[0], 1, memory_order_release); atomic_store_explicit(&pair[1], 1, memory_order_relaxed)" \
  "while (!atomic_load_explicit(&pair[1], memory_order_relaxed)) ; while (!atomic_load_explicit(&pair[0], memory_order_acquire)) ; int y = x; (void)y"

ordered "int x;" "int y = x; (void)y" "int y = x; (void)y"
ordered "struct { char a, b; } s;" "s.a = 1" "s.b = 1"
ordered "_Atomic int x;" "x = 1" "x++"
ordered "$lock int x;" "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m)" "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m)"
ordered "_Atomic int flag; int x;" "x = 1; flag = 1" "while (!flag) ; x = 2"
ordered "_Atomic int taken; int x;" "if (!taken++) x = 1" "if (!taken++) x = 2"
ordered "sem_t s; int x; __attribute__((constructor)) void make(void) { sem_init(&s, 0, 0); }" "x = 1; sem_post(&s)" "sem_wait(&s); x = 2"
ordered "pthread_barrier_t b; int x; __attribute__((constructor)) void make(void) { pthread_barrier_init(&b, 0, 2); }" \
  "x = 1; pthread_barrier_wait(&b)" "pthread_barrier_wait(&b); x = 2"
ordered "pthread_once_t o = PTHREAD_ONCE_INIT; int x; void make(void) { x = 1; }" "pthread_once(&o, make); int y = x; (void)y" \
  "pthread_once(&o, make); int y = x; (void)y"
ordered "$lock pthread_cond_t c = PTHREAD_COND_INITIALIZER; int x, ready;" \
  "x = 1; pthread_mutex_lock(&m); ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m)" \
  "pthread_mutex_lock(&m); while (!ready) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); x = 2"
ordered "pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER; int x;" \
  "pthread_rwlock_wrlock(&l); x = 1; pthread_rwlock_unlock(&l)" "pthread_rwlock_rdlock(&l); int y = x; (void)y; pthread_rwlock_unlock(&l)"
ordered "int x;" "__VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end()" "__VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end()"

# Creation and join order; before the creation, after the join. What is between is not ordered.
cat >join.c <<'END'
#include <pthread.h>
int x;
static void* child(void* p) { x = 2; return p; }
int main(void) {
  pthread_t t;
  x = 1;
  pthread_create(&t, 0, child, 0);
#ifdef BETWEEN
  x = 3;
#endif
  pthread_join(t, 0);
  x = 4;
}
END
expect 0 "^proved" join.c
expect 1 "data race on x: write of 4 bytes at join.c:3" join.c -D BETWEEN
expect 0 "^proved.*; data races were not looked for\\.$" join.c -D BETWEEN --races=off
expect 0 "^proved.*data races were not looked for" join.c -D BETWEEN --granularity statement
expect 2 "neither explore, report nor off" join.c --races=sample=5%
# The real program, led through the schedule, races too.
expect 1 "replayed natively: the same bug" join.c -D BETWEEN --traces traces

# Bytes of one word of the heap.
expect_program 0 "^proved" <<'END'
#include <pthread.h>
#include <stdlib.h>
static void* first(void* p) { ((int*)p)[0] = 1; return 0; }
int main(void) {
  pthread_t t;
  int* pair = malloc(2 * sizeof(int));
  pthread_create(&t, 0, first, pair);
  pair[1] = 2;
  pthread_join(t, 0);
  free(pair);
}
END
sed -i 's/pair\[1\] = 2/*((char*)pair + 3) = 2/' program.c
expect 1 "data race on byte 3 of a heap block of main: write of 4 bytes" program.c

# The end of a block is a write of all of it. The use after free is found too.
cat >free.c <<'END'
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static int* block;
static atomic_int done;
static void* user(void* p) {
  block[1] = 1;
  atomic_store_explicit(&done, 1, memory_order_release);
  return p;
}
int main(void) {
  pthread_t t;
  block = malloc(8 * sizeof *block);
  pthread_create(&t, 0, user, 0);
#ifdef ORDER
  while (!atomic_load_explicit(&done, ORDER)) ;
#endif
#ifdef RESIZE
  block = realloc(block, 4);
#else
  free(block);
#endif
  pthread_join(t, 0);
}
END
expect 1 "data race on byte 4 of a heap block of main: write of 4 bytes" free.c
tr -s '\n ' ' ' <output | grep -q "at free.c:7, free at free.c:21" || fail "no race of the free"
grep -q "writes to memory that has been freed" output || fail "no use after free"
expect 1 "data race on byte 4 of a heap block of main: write of 4 bytes" free.c -D RESIZE
expect 0 "^proved" free.c -D ORDER=memory_order_acquire
# Never a use after free, and yet a race: the relaxed load does not order them.
expect 1 "^bug: 1 bug found" free.c -D ORDER=memory_order_relaxed
expect 1 "replayed natively: the same bug" free.c -D ORDER=memory_order_relaxed --traces traces

finish
