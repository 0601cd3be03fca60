// SPDX-License-Identifier: Apache-2.0
// Two workers: each writes its half, then reads the other's. BUG: without the barrier in between.
#include <assert.h>
#include <pthread.h>
#include <skein/skein.h>

static int half[2], sum[2];
static pthread_barrier_t barrier;

static void* worker(void* p) {
  const int me = p != 0;
  half[me] = (int)skein_any(0, 500);
#ifndef BUG
  pthread_barrier_wait(&barrier);
#endif
  sum[me] = half[0] + half[1];
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, &barrier);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(sum[0] >= 0 && sum[0] <= 1000 && sum[1] >= 0 && sum[1] <= 1000);
  return 0;
}
