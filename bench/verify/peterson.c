// SPDX-License-Identifier: Apache-2.0
/* PETERSON. -D BUG: the turn is taken before the flag is raised. */
#include "critical.h"

static volatile int flag1, flag2, turn;

static void* worker1(void* unused) {
#ifdef BUG
  turn = 1;
  flag1 = 1;
#else
  flag1 = 1;
  turn = 1;
#endif
  int l = flag2;
  while (l == 1 && turn == 1) l = flag2;
  critical1();
  flag1 = 0;
  return unused;
}

static void* worker2(void* unused) {
#ifdef BUG
  turn = 0;
  flag2 = 1;
#else
  flag2 = 1;
  turn = 0;
#endif
  int l = flag1;
  while (l == 1 && turn == 0) l = flag1;
  critical2();
  flag2 = 0;
  return unused;
}
