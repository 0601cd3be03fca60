/* SPDX-License-Identifier: Apache-2.0 */
/* The critical sections of the mutual-exclusion programs: either thread sees its own value, unless
 * the other one is inside too. */
#ifndef CRITICAL_H
#define CRITICAL_H

#include <assert.h>
#include <pthread.h>

static volatile int x;

static void critical1(void) {
  x = 0;
  assert(x <= 0);
}
static void critical2(void) {
  x = 1;
  assert(x >= 1);
}

static void* worker1(void*);
static void* worker2(void*);

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, 0, worker1, 0);
  pthread_create(&t2, 0, worker2, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  return 0;
}

#endif
