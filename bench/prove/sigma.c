/* SPDX-License-Identifier: Apache-2.0 */
/* SIGMA, and with BUG defined SIGMA* [THESIS Sec.5.6]. */
#include "program.h"

#define N 4

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int array[N], index_;

static void* worker(void* unused) {
  LOCK(m);
  array[index_] = 1;
  UNLOCK(m);
  return unused;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) {
    pthread_create(&threads[i], 0, worker, 0);
    LOCK(m);
    if (i < N - 1) index_++;
    UNLOCK(m);
  }
  assert(index_ < N);
  for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
  int sum = 0;
  for (int i = 0; i < N; i++) sum += array[i];
#ifdef BUG
  assert(sum == N);
#else
  assert(sum <= N);
#endif
  return 0;
}
