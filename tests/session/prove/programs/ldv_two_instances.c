// SPDX-License-Identifier: Apache-2.0
// Two devices of one driver, each thread with its own.
// BUG: both get the same.
#include "competition.h"
struct device {
  int opened;
  int data[2];
};
static struct device devices[2];
static void* use(void* p) {
  struct device* d = p;
  d->opened++;
  d->data[0] = d->opened;
  check(d->data[0] == 1);
  return 0;
}
int main(void) {
  pthread_t a, b;
  int i = __VERIFIER_nondet_int();
  assume_abort_if_not(i == 0 || i == 1);
  pthread_create(&a, 0, use, &devices[i]);
#ifdef BUG
  pthread_create(&b, 0, use, &devices[0]);
#else
  pthread_create(&b, 0, use, &devices[1 - i]);
#endif
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
