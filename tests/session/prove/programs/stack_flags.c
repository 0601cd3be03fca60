// SPDX-License-Identifier: Apache-2.0
// A stack: one thread pushes, the other pops where a counter says that there is something. BUG: the
// counter is looked at outside of the lock, with another value.
#include "competition.h"
enum { kSize = 4 };
static int top;
static unsigned items[kSize];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int push(unsigned x) {
  if (top == kSize) return -1;
  items[top++] = x;
  return 0;
}

static int pop(void) {
  if (top == 0) return -1;
  return (int)items[--top];
}

static void* pusher(void* p) {
  for (int i = 0; i < kSize; i++) {
    pthread_mutex_lock(&m);
    const unsigned x = __VERIFIER_nondet_uint() % kSize;
    check(push(x) != -1);
    pthread_mutex_unlock(&m);
  }
  return p;
}

static void* popper(void* p) {
  for (int i = 0; i < kSize; i++) {
    pthread_mutex_lock(&m);
#ifdef BUG
    if (top >= 0) check(pop() != -1);
#else
    if (top > 0) check(pop() != -1);
#endif
    pthread_mutex_unlock(&m);
  }
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, pusher, 0);
  pthread_create(&b, 0, popper, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
