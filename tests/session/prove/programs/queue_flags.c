// SPDX-License-Identifier: Apache-2.0
// A queue under a lock; flags say whose turn it is. BUG: the reader does not look at its flag.
#include "competition.h"
enum { kSize = 3, kEmpty = -1 };
static int items[kSize + 1], head, tail, used, sent[kSize];
static _Bool may_put = 1, may_get;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void put(int x) {
  items[tail] = x;
  tail = tail == kSize ? 0 : tail + 1;
  used++;
}

static int get(void) {
  if (used == 0) return kEmpty;
  const int x = items[head];
  head = head == kSize ? 0 : head + 1;
  used--;
  return x;
}

static void* writer(void* p) {
  pthread_mutex_lock(&m);
  if (may_put) {
    for (int i = 0; i < kSize; i++) {
      const int value = __VERIFIER_nondet_int() & 15;
      put(value);
      sent[i] = value;
    }
    may_put = 0;
    may_get = 1;
  }
  pthread_mutex_unlock(&m);
  return p;
}

static void* reader(void* p) {
  pthread_mutex_lock(&m);
#ifndef BUG
  if (may_get)
#endif
  {
    for (int i = 0; i < kSize; i++) check(get() != kEmpty);
    may_get = 0;
    may_put = 1;
  }
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
