// SPDX-License-Identifier: Apache-2.0
// A thread's unknown result, through join. BUG: zero is possible.
#include "competition.h"
static void* thread(void* p) {
  long n = __VERIFIER_nondet_int();
#ifdef BUG
  if (n < 0) n = 0;
#else
  if (n < 1) n = 1;
#endif
  (void)p;
  return (void*)n;
}

int main(void) {
  pthread_t t;
  void* result = 0;
  pthread_create(&t, 0, thread, 0);
  pthread_join(t, &result);
  check((long)result >= 1);
  return (int)(100 / (long)result) > 100;
}
