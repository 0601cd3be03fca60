// SPDX-License-Identifier: Apache-2.0
/* SZYMANSKI, for two. -D BUG: the last wait, for those who are further, is left out. */
#include "critical.h"

static volatile int flag1, flag2;

static void* worker1(void* unused) {
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
#ifndef BUG
  while (flag2 >= 2) {
  }
#endif
  critical1();
  int a = flag2;
  while (2 <= a && flag2 <= 3) a = flag2;
  flag1 = 0;
  return unused;
}

static void* worker2(void* unused) {
  flag2 = 1;
  while (flag1 >= 3) {
  }
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
  critical2();
  int a = flag1;
  while (2 <= a && flag1 <= 3) a = flag1;
  flag2 = 0;
  return unused;
}
