/* SPDX-License-Identifier: Apache-2.0 */
/* TPOLL(T)*: main polls its workers' channels and counts one of them again and again: both
 * assertions can fail [THESIS Sec.5.6]. */
#include "program.h"

#ifndef T
#define T 2
#endif
#ifndef ITEMS
#define ITEMS (T == 2 ? 7 : T == 3 ? 30 : 15)
#endif

static pthread_mutex_t mid = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t ms[T];
static int source[T == 2 ? 7 : T == 3 ? 30 : 15], minb[T], maxb[T], channel[T], th;

static void* worker(void* unused) {
  LOCK(mid);
  int id = th;
  th++;
  UNLOCK(mid);
  int x = minb[id], y = maxb[id];
  assert(0 <= x && x < ITEMS);
  assert(0 <= y && y < ITEMS);
  for (int i = x; i < y; i++) {
    for (int j = i + 1; j < y; j++) {
      if (source[i] > source[j]) {
        int swapped = source[i];
        source[i] = source[j];
        source[j] = swapped;
      }
    }
  }
  LOCK(ms[id]);
  channel[id] = 1;
  UNLOCK(ms[id]);
  return unused;
}

int main(void) {
  pthread_t threads[T];
  int j = 0, delta = ITEMS / T;
  int where = nondet(0, ITEMS - 1);
  source[where] = nondet(0, 20);
  for (int i = 0; i < T; i++) {
    channel[i] = 0;
    minb[i] = j;
    maxb[i] = j + delta - 1;
    j += delta;
  }
  for (int i = 0; i < T; i++) pthread_create(&threads[i], 0, worker, 0);
  int k = 0;
  while (k < T) {
    for (int i = 0; i < T; i++) {
      LOCK(ms[i]);
      if (channel[i] == 1) k++;
      UNLOCK(ms[i]);
    }
  }
  LOCK(mid);
  int counted = th;
  UNLOCK(mid);
  assert(counted == T);
  assert(k == T);
  for (int i = 0; i < T; i++) pthread_join(threads[i], 0);
  return 0;
}
