/* SPDX-License-Identifier: Apache-2.0 */
/* RAND: each thread replaces the seed by another, and tries again if it lost [THESIS Sec.5.6]. */
#include "program.h"

#ifndef N
#define N 5
#endif

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int seed = 1;

static void* thread(void* unused) {
  int done = 0, v = 0;
  do {
    LOCK(m);
    int n = seed;
    UNLOCK(m);
    do {
      v = nondet(0, 1000);
    } while (v == n || v == 0);
    LOCK(m);
    if (seed == n) {
      seed = v;
      done = 1;
    }
    UNLOCK(m);
  } while (!done);
  int r = v < 10 ? v : 10;
  assert(r <= 10);
  return unused;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], 0, thread, 0);
  for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
  return 0;
}
