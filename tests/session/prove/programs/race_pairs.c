// SPDX-License-Identifier: Apache-2.0
// Two lists of locks: which one protects a counter depends on a pointer to a pointer. BUG: the
// second thread takes the lock of the other counter.
#include "competition.h"
struct counter {
  pthread_mutex_t lock;
  int value;
};
static struct counter counters[2] = {{PTHREAD_MUTEX_INITIALIZER, 0},
                                     {PTHREAD_MUTEX_INITIALIZER, 0}};
static struct counter* chosen;

static void* thread(void* p) {
  struct counter** const where = p;
  struct counter* const c = *where;
#ifdef BUG
  pthread_mutex_lock(&counters[0].lock);
#else
  pthread_mutex_lock(&c->lock);
#endif
  c->value++;
#ifdef BUG
  pthread_mutex_unlock(&counters[0].lock);
#else
  pthread_mutex_unlock(&c->lock);
#endif
  return 0;
}

int main(void) {
  pthread_t t;
  chosen = __VERIFIER_nondet_bool() ? &counters[0] : &counters[1];
  pthread_create(&t, 0, thread, &chosen);
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&counters[i].lock);
    counters[i].value++;
    pthread_mutex_unlock(&counters[i].lock);
  }
  pthread_join(t, 0);
  check(counters[0].value + counters[1].value == 3);
  return 0;
}
