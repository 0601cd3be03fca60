// SPDX-License-Identifier: Apache-2.0
// Szymanski's algorithm for two threads; the wait is a loop. BUG: the second thread goes straight
// in.
// options: --races=off
#include "competition.h"
static int flag1, flag2, inside;

static void* first(void* p) {
  flag1 = 1;
  while (flag2 >= 3) {
  }
  flag1 = 3;
  if (flag2 == 1) {
    flag1 = 2;
    while (flag2 != 4) {
    }
  }
  flag1 = 4;
  while (flag2 >= 2) {
  }
  inside = 0;
  check(inside <= 0);
  while (2 <= flag2 && flag2 <= 3) {
  }
  flag1 = 0;
  return p;
}

static void* second(void* p) {
  flag2 = 1;
#ifndef BUG
  while (flag1 >= 3) {
  }
#endif
  flag2 = 3;
  if (flag1 == 1) {
    flag2 = 2;
    while (flag1 != 4) {
    }
  }
  flag2 = 4;
#ifndef BUG
  while (flag1 >= 2) {
  }
#endif
  inside = 1;
  check(inside >= 1);
  while (2 <= flag1 && flag1 <= 3) {
  }
  flag2 = 0;
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
