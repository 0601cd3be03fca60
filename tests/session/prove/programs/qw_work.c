// SPDX-License-Identifier: Apache-2.0
// Waits until work is there, by an assumption; the work is complete then.
// BUG: it says so too early.
// options: --races=off
#include "competition.h"
static volatile int work, is_ready;
static void* first(void* p) {
#ifdef BUG
  is_ready = 1;
  work = 3;
#else
  work = 3;
  is_ready = 1;
#endif
  return p;
}
static void* second(void* p) {
  assume_abort_if_not(is_ready);
  check(work == 3);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);

  return 0;
}
