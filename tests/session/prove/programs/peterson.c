// SPDX-License-Identifier: Apache-2.0
// Peterson's algorithm on plain variables. BUG: the turn is given before the flag is set.
// options: --races=off
#include "competition.h"
static int flag1, flag2, turn, inside;

static void* first(void* p) {
#ifdef BUG
  turn = 1;
  flag1 = 1;
#else
  flag1 = 1;
  turn = 1;
#endif
  while (flag2 == 1 && turn == 1) {
  }
  inside = 0;
  check(inside <= 0);
  flag1 = 0;
  return p;
}

static void* second(void* p) {
#ifdef BUG
  turn = 0;
  flag2 = 1;
#else
  flag2 = 1;
  turn = 0;
#endif
  while (flag1 == 1 && turn == 0) {
  }
  inside = 1;
  check(inside >= 1);
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
