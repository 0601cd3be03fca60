// SPDX-License-Identifier: Apache-2.0
/* CCNF(N): (N-1)/2 pairs of threads; both of a pair write the pair's variable. */
#include <pthread.h>

#ifndef N
#define N 9
#endif
#define PAIRS ((N - 1) / 2)

static int x[PAIRS];

static void* writer(void* number) {
  long k = (long)number;
  x[k / 2] = (int)(k % 2);
  return 0;
}

int main(void) {
  pthread_t t[2 * PAIRS];
  for (long k = 0; k < 2 * PAIRS; k++) pthread_create(&t[k], 0, writer, (void*)k);
  for (long k = 0; k < 2 * PAIRS; k++) pthread_join(t[k], 0);
  return 0;
}
