// SPDX-License-Identifier: Apache-2.0
// Threads return what they have computed.
// BUG: the second returns the wrong half.
#include "competition.h"
static int in[4];
static void* first(void* p) { return (void*)(long)(in[0] + in[1]); }
#ifdef BUG
static void* second(void* p) { return (void*)(long)(in[1] + in[3]); }
#else
static void* second(void* p) { return (void*)(long)(in[2] + in[3]); }
#endif
int main(void) {
  pthread_t a, b;
  for (int i = 0; i < 4; i++) {
    in[i] = __VERIFIER_nondet_int();
    assume_abort_if_not(in[i] >= 0 && in[i] <= 1);
  }
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  void *x, *y;
  pthread_join(a, &x);
  pthread_join(b, &y);
  check((long)x + (long)y == in[0] + in[1] + in[2] + in[3]);
  return 0;
}
