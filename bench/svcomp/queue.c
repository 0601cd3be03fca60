/* SPDX-License-Identifier: Apache-2.0 */
/* queue [QPOR Table 3]: a bounded queue of SIZE numbers, a thread that puts them in and one that
   takes them out and compares, under one lock, with a flag for each direction.
   Default: the reader counts a turn even if it was not its turn, so it compares with the wrong
   number: a bug. OK: each thread's whole loop is one section. */
#include "program.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int items[SIZE], head, tail, amount;
static int stored[SIZE];
static int may_enqueue = 1, may_dequeue;

static void enqueue(int value) {
  assert(amount < SIZE);
  items[tail] = value;
  tail = tail + 1 == SIZE ? 0 : tail + 1;
  amount++;
}

static int dequeue(void) {
  assert(amount > 0);
  int value = items[head];
  head = head + 1 == SIZE ? 0 : head + 1;
  amount--;
  return value;
}

#ifdef OK
static void* put(void* unused) {
  LOCK(m);
  if (may_enqueue) {
    for (int k = 0; k < SIZE; k++) {
      enqueue(k + 1);
      stored[k] = k + 1;
    }
    may_enqueue = 0;
    may_dequeue = 1;
  }
  UNLOCK(m);
  return unused;
}

static void* take(void* unused) {
  LOCK(m);
  if (may_dequeue) {
    for (int k = 0; k < SIZE; k++) {
      if (amount > 0) assert(dequeue() == stored[k]);
    }
    may_dequeue = 0;
    may_enqueue = 1;
  }
  UNLOCK(m);
  return unused;
}
#else
static void* put(void* unused) {
  for (int k = 0; k < SIZE; k++) {
    LOCK(m);
    if (may_enqueue) {
      enqueue(k + 1);
      stored[k] = k + 1;
      may_enqueue = 0;
      may_dequeue = 1;
    }
    UNLOCK(m);
  }
  return unused;
}

static void* take(void* unused) {
  for (int k = 0; k < SIZE; k++) {
    LOCK(m);
    if (may_dequeue) {
      assert(dequeue() == stored[k]);
      may_dequeue = 0;
      may_enqueue = 1;
    }
    UNLOCK(m);
  }
  return unused;
}
#endif

int main(void) {
  pthread_t a = started(put, 0), b = started(take, 0);
  finished(a);
  finished(b);
  return 0;
}
