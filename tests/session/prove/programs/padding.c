// SPDX-License-Identifier: Apache-2.0
// Structures with padding are copied under a lock. BUG: one of them without.
#include "competition.h"
struct job {
  void (*run)(int);
  int argument;  // 4 bytes of padding follow
};
static struct job queue[2];
static int sum;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void add(int n) { sum += n; }

static void* worker(void* p) {
  pthread_mutex_lock(&m);
  struct job mine = queue[0];
  queue[1] = mine;
  mine.run(mine.argument);
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  pthread_t t;
  queue[0] = (struct job){add, __VERIFIER_nondet_bool()};
  pthread_create(&t, 0, worker, 0);
#ifndef BUG
  pthread_mutex_lock(&m);
#endif
  struct job last = queue[1];
#ifndef BUG
  pthread_mutex_unlock(&m);
#endif
  pthread_join(t, 0);
  check(last.run == 0 || last.run == add);
  check(sum == 0 || sum == 1);
  return 0;
}
