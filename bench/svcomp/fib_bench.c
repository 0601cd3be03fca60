/* SPDX-License-Identifier: Apache-2.0 */
/* fib_bench [QPOR Table 3]: two threads add one number to the other, ROUNDS times each, under a
   lock. The sums never exceed the Fibonacci number of 2 ROUNDS + 2, and reach it (BUG). */
#include "program.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int i = 1, j = 1;

static void* first(void* unused) {
  for (int round = 0; round < ROUNDS; round++) {
    LOCK(m);
    i += j;
    UNLOCK(m);
  }
  return unused;
}

static void* second(void* unused) {
  for (int round = 0; round < ROUNDS; round++) {
    LOCK(m);
    j += i;
    UNLOCK(m);
  }
  return unused;
}

static int largest(void) {
  int last = 1, next = 1;
  for (int k = 0; k < 2 * ROUNDS; k++) {
    int sum = last + next;
    last = next;
    next = sum;
  }
  return next;
}

int main(void) {
  pthread_t a = started(first, 0), b = started(second, 0);
  finished(a);
  finished(b);
#ifdef BUG
  assert(i < largest() && j < largest());
#else
  assert(i <= largest() && j <= largest());
#endif
  return 0;
}
