// SPDX-License-Identifier: Apache-2.0
/* Read, copy, update, in small: the updater publishes a new version of a structure again and again
 * and frees the old one once every reader has been seen outside; READERS readers look at it for
 * ever, without any lock. Proved: no reader ever looks at a version that was freed, nor at one that
 * is not complete. -D BUG: the updater frees at once. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "forever.h"

#ifndef READERS
#define READERS 1
#endif

struct version {
  int a, b;
};

static _Atomic(struct version*) current;
static atomic_int reads[READERS]; /* whether each reader is inside */

static void synchronize(void) {
  for (int i = 0; i < READERS; i++) {
    while (atomic_load(&reads[i])) {
    }
  }
}

static struct version* version_of(int value) {
  struct version* v = malloc(sizeof *v);
  v->a = v->b = value;
  return v;
}

static void* updater(void* unused) {
  int value = 0;
  FOR_EVER {
    value = !value;
    struct version* old = atomic_exchange(&current, version_of(value));
#ifndef BUG
    synchronize();
#endif
    free(old);
  }
  return unused;
}

static void* reader(void* number) {
  atomic_int* inside = &reads[(long)number];
  FOR_EVER {
    atomic_store(inside, 1);
    struct version* v = atomic_load(&current);
    if (v != 0) assert(v->a == v->b);
    atomic_store(inside, 0);
  }
  return 0;
}

int main(void) {
  pthread_t u, t[READERS];
  pthread_create(&u, 0, updater, 0);
  for (long i = 0; i < READERS; i++) pthread_create(&t[i], 0, reader, (void*)i);
  pthread_join(u, 0);
  for (long i = 0; i < READERS; i++) pthread_join(t[i], 0);
  return 0;
}
