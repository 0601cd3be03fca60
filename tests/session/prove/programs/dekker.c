// SPDX-License-Identifier: Apache-2.0
// Dekker's algorithm on plain variables. BUG: the flag is not lowered while the thread waits its
// turn, but also not looked at again.
// options: --races=off
#include "competition.h"
static int flag1, flag2, turn, inside;

static void* first(void* p) {
  flag1 = 1;
  while (flag2 >= 1) {
    if (turn != 0) {
      flag1 = 0;
      while (turn != 0) {
      }
      flag1 = 1;
    }
#ifdef BUG
    break;
#endif
  }
  inside = 0;
  check(inside <= 0);
  turn = 1;
  flag1 = 0;
  return p;
}

static void* second(void* p) {
  flag2 = 1;
  while (flag1 >= 1) {
    if (turn != 1) {
      flag2 = 0;
      while (turn != 1) {
      }
      flag2 = 1;
    }
  }
  inside = 1;
  check(inside >= 1);
  turn = 1;
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
