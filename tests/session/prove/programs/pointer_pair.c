// SPDX-License-Identifier: Apache-2.0
// What a pointer leads to is protected by the lock next to it, the pointer is passed by value in
// a struct. BUG: the struct of the other.
#include "competition.h"
struct guarded {
  pthread_mutex_t* lock;
  int* value;
};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int x, y;

static struct guarded make(pthread_mutex_t* lock, int* value) {
  struct guarded g;
  g.lock = lock;
  g.value = value;
  return g;
}

static void add(struct guarded g, int by) {
  pthread_mutex_lock(g.lock);
  *g.value += by;
  pthread_mutex_unlock(g.lock);
}

static void* thread(void* p) {
  if (__VERIFIER_nondet_bool()) {
    add(make(&m, &x), 2);
  } else {
    add(make(&n, &y), 3);
  }
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, thread, 0);
#ifdef BUG
  add(make(&m, &y), 1);
#else
  add(make(&n, &y), 1);
#endif
  pthread_join(t, 0);
  check((x == 2 && y == 1) || (x == 0 && y == 4));
  return 0;
}
