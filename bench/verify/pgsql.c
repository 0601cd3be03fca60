// SPDX-License-Identifier: Apache-2.0
/* PGSQL: two workers hand a flag to and fro, for ever; main does not wait. -D BUG: the latch is set
 * before the flag. */
#include <assert.h>
#include <pthread.h>

static volatile int latch1 = 1, flag1 = 1, latch2, flag2;

static void* worker1(void* unused) {
  for (;;) {
    while (latch1 != 1) {
    }
    assert(flag1);
    latch1 = 0;
    if (flag1) {
      flag1 = 0;
#ifdef BUG
      latch2 = 1;
      flag2 = 1;
#else
      flag2 = 1;
      latch2 = 1;
#endif
    }
  }
  return unused;
}

static void* worker2(void* unused) {
  for (;;) {
    while (latch2 != 1) {
    }
    assert(flag2);
    latch2 = 0;
    if (flag2) {
      flag2 = 0;
#ifdef BUG
      latch1 = 1;
      flag1 = 1;
#else
      flag1 = 1;
      latch1 = 1;
#endif
    }
  }
  return unused;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, 0, worker1, 0);
  pthread_create(&t2, 0, worker2, 0);
  return 0;
}
