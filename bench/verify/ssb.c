// SPDX-License-Identifier: Apache-2.0
/* SSB and SSB(N): where source sets block. Without N: S looks once. */
#include <pthread.h>

static volatile int x, y, z;

static void* P(void* unused) {
  x = 1;
  return unused;
}
static void* Q(void* unused) {
  y = 1;
  return unused;
}
static void* R(void* unused) {
  if (y == 0) z = 1;
  return unused;
}
static void* S(void* unused) {
#ifdef N
  while (y < N) {
    if (z == 1) x = 2;
    y = y + 1;
  }
#else
  if (z == 1) x = 2;
#endif
  return unused;
}

int main(void) {
  pthread_t t[4];
  pthread_create(&t[0], 0, P, 0);
  pthread_create(&t[1], 0, Q, 0);
  pthread_create(&t[2], 0, R, 0);
  pthread_create(&t[3], 0, S, 0);
  for (int k = 0; k < 4; k++) pthread_join(t[k], 0);
  return 0;
}
