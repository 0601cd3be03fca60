// SPDX-License-Identifier: Apache-2.0
// Each thread has the element of its number.
// BUG: an index from an input, one too large.
#include "competition.h"
static int cell[4];
static void* one(void* p) {
  int i = (int)(long)p;
  cell[i] = i;
  return p;
}
int main(void) {
  pthread_t t[3];
#ifdef BUG
  long from = __VERIFIER_nondet_int();
  assume_abort_if_not(from >= 0 && from <= 2);
#else
  long from = __VERIFIER_nondet_int();
  assume_abort_if_not(from >= 0 && from <= 1);
#endif
  for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, one, (void*)(from + i));
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
