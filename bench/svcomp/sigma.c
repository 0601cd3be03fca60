/* SPDX-License-Identifier: Apache-2.0 */
/* sigma [QPOR Table 3]: main creates 16 threads and counts an index up in between; each thread
   marks the place that the index shows when it looks. Some may mark the same. */
#include "program.h"

enum { THREADS = 16 };

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int marks[THREADS], place;

static void* mark(void* unused) {
  LOCK(m);
  marks[place] = 1;
  UNLOCK(m);
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int k = 0; k < THREADS; k++) {
    threads[k] = started(mark, 0);
    LOCK(m);
    if (k + 1 < THREADS) place++;
    UNLOCK(m);
  }
  for (int k = 0; k < THREADS; k++) finished(threads[k]);
  int sum = 0;
  for (int k = 0; k < THREADS; k++) sum += marks[k];
  assert(sum == THREADS);
  return 0;
}
