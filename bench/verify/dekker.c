// SPDX-License-Identifier: Apache-2.0
/* DEKKER. -D BUG: no thread looks at the other's flag again after waiting. */
#include "critical.h"

static volatile int flag1, flag2, turn = 1;

static void* worker1(void* unused) {
  flag1 = 1;
  while (flag2 >= 1) {
    if (turn != 1) {
      flag1 = 0;
      while (turn != 1) {
      }
      flag1 = 1;
    }
#ifdef BUG
    break;
#endif
  }
  critical1();
  turn = 2;
  flag1 = 0;
  return unused;
}

static void* worker2(void* unused) {
  flag2 = 1;
  while (flag1 >= 1) {
    if (turn != 2) {
      flag2 = 0;
      while (turn != 2) {
      }
      flag2 = 1;
    }
#ifdef BUG
    break;
#endif
  }
  critical2();
  turn = 1;
  flag2 = 0;
  return unused;
}
