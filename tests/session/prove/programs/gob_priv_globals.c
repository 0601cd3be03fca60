// SPDX-License-Identifier: Apache-2.0
// A global is private to one thread until the other is created.
// BUG: it is written afterwards too.
#include "competition.h"
static int g = 1;
static void* first(void* p) {
  check(g == 5);
  return p;
}
int main(void) {
  pthread_t a;
  g = 5;
  pthread_create(&a, 0, first, 0);
#ifdef BUG
  g = 6;
#endif
  pthread_join(a, 0);
  g = 7;
  check(g == 7);
  return 0;
}
