// SPDX-License-Identifier: Apache-2.0
// What a thread has written is read after its join.
// BUG: after the join of the other one.
#include "competition.h"
static int x, y;
static void* first(void* p) {
  x = 1;
  return p;
}
static void* second(void* p) {
  y = 2;
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
#ifdef BUG
  pthread_join(b, 0);
  check(x == 1);
  pthread_join(a, 0);
#else
  pthread_join(a, 0);
  check(x == 1);
  pthread_join(b, 0);
#endif
  check(y == 2);
  return 0;
}
