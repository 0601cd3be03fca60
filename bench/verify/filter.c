// SPDX-License-Identifier: Apache-2.0
/* Peterson's filter lock for three. -D BUG: one level too few. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define N 3
#ifdef BUG
#define LEVELS (N - 1)
#else
#define LEVELS N
#endif

static atomic_int level[N], victim[N];
static atomic_int inside;

static int others_are_as_far(long me, int l) {
  for (long k = 0; k < N; k++) {
    if (k != me && atomic_load(&level[k]) >= l) return 1;
  }
  return 0;
}

static void* worker(void* number) {
  long me = (long)number;
  for (int l = 1; l < LEVELS; l++) {
    atomic_store(&level[me], l);
    atomic_store(&victim[l], (int)me);
    while (others_are_as_far(me, l) && atomic_load(&victim[l]) == me) {
    }
  }
  assert(atomic_fetch_add(&inside, 1) == 0);
  atomic_fetch_sub(&inside, 1);
  atomic_store(&level[me], 0);
  return 0;
}

int main(void) {
  pthread_t t[N];
  for (long i = 0; i < N; i++) pthread_create(&t[i], 0, worker, (void*)i);
  for (long i = 0; i < N; i++) pthread_join(t[i], 0);
  return 0;
}
