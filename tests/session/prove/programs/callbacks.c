// SPDX-License-Identifier: Apache-2.0
// A table of functions, called by an unknown number, under the lock of the object they are for.
// BUG: one of them writes what the other asserts.
#include "competition.h"
struct object {
  pthread_mutex_t lock;
  int state;
};
static struct object o = {PTHREAD_MUTEX_INITIALIZER, 0};

static void reset(struct object* x) { x->state = 0; }
static void start(struct object* x) { x->state = 1; }
#ifdef BUG
static void stop(struct object* x) { x->state += 2; }
#else
static void stop(struct object* x) { x->state = 2; }
#endif
static void (*const table[])(struct object*) = {reset, start, stop};

static void* thread(void* p) {
  for (int i = 0; i < 2; i++) {
    const unsigned which = __VERIFIER_nondet_uint() % 3;
    pthread_mutex_lock(&o.lock);
    table[which](&o);
    check(o.state >= 0 && o.state <= 2);
    pthread_mutex_unlock(&o.lock);
  }
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, thread, 0);
  pthread_create(&b, 0, thread, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
