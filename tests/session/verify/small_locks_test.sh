#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Locks of 4 bytes that share a cell with other variables (src/machine/ir/memory/small_locks.cpp).
# shellcheck source=tests/session/verify/expect.sh
. "$SKEIN_SOURCE/tests/session/verify/expect.sh"

# beside STATEMENTS: what a program does with a structure on the heap.
beside() {
  cat <<END
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct Pair { int x; pthread_spinlock_t l; };
struct __attribute__((packed)) Odd { int x; pthread_mutex_t m; };
int main(void) {
  struct Pair *p = calloc(1, sizeof *p);
  struct Odd *o = calloc(1, sizeof *o);
  pthread_spin_init(&p->l, 0);
  $1;
}
END
}
beside "p->x = 3; pthread_spin_lock(&p->l); p->x = 0; pthread_spin_unlock(&p->l); assert(p->x == 0)" | expect_program 0 "proved"
beside "p->x = 3; assert(pthread_spin_trylock(&p->l) == 0 && pthread_spin_trylock(&p->l) != 0)" | expect_program 0 "proved"
# A lock is still one.
beside "pthread_spin_lock(&p->l); pthread_spin_lock(&p->l)" | expect_program 1 "locks a mutex that it has locked already"
beside "pthread_spin_unlock(&p->l)" | expect_program 1 "unlocks a mutex that is not locked"
beside "pthread_spin_destroy(&p->l); pthread_spin_lock(&p->l)" | expect_program 1 "has been destroyed"
beside "p->x = 1; pthread_spin_lock((pthread_spinlock_t *)&p->x)" | expect_program 1 "another kind of object or not initialised"
beside "pthread_mutex_lock((pthread_mutex_t *)p)" | expect_program 1 "another kind of object or not initialised"
beside "p->l = 1" | expect_program 1 "writes to the inside of a lock"
beside "long v; memcpy(&v, p, 8); assert(v == 0)" | expect_program 1 "reads the inside of a lock"
beside "memset(p, 0, sizeof *p); p->x = 1; pthread_spin_lock(&p->l); free(p)" | expect_program 0 "proved"
beside "p = realloc(p, 16)" | expect_program 1 "reallocates a block with a lock in it"
beside "free(p); pthread_spin_lock(&p->l)" | expect_program 1 "freed"
beside "pthread_mutex_lock(&o->m)" | expect_program 2 "program.c:11: .*a lock that is not aligned"

finish
