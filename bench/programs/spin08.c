// SPDX-License-Identifier: Apache-2.0
// SPIN08: three critical sections against six on one lock. [POET Table 1], 3 threads.
// expect: verdict=clean executions=84
//
// One thread adds to d, the other subtracts half as much twice as often. C(9,3) = 84 traces.
#include <stdatomic.h>

#include "program.h"

static atomic_int d;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void add(int amount) {
  lock(&m);
  atomic_store(&d, atomic_load(&d) + amount);
  unlock(&m);
}

static void* up(void* arg) {
  (void)arg;
  for (int round = 0; round < 3; round++) add(2);
  return NULL;
}

static void* down(void* arg) {
  (void)arg;
  for (int round = 0; round < 6; round++) add(-1);
  return NULL;
}

int main(void) {
  pthread_t a = start_thread(up, 0);
  pthread_t b = start_thread(down, 0);
  join_thread(a);
  join_thread(b);
  assert(atomic_load(&d) == 0);
  return 0;
}
