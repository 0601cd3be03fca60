// SPDX-License-Identifier: Apache-2.0
/* LAMPORT's fast mutex, for two. -D BUG: y is not looked at before it is taken. */
#include "critical.h"

static volatile int b1, b2, gate_x, y;

static void* worker1(void* unused) {
restart:
  b1 = 1;
  gate_x = 1;
#ifndef BUG
  if (y != 0) {
    b1 = 0;
    while (y != 0) {
    }
    goto restart;
  }
#endif
  y = 1;
  if (gate_x != 1) {
    b1 = 0;
    while (b2 >= 1) {
    }
    if (y != 1) {
      while (y != 0) {
      }
      goto restart;
    }
  }
  critical1();
  y = 0;
  b1 = 0;
  return unused;
}

static void* worker2(void* unused) {
restart:
  b2 = 1;
  gate_x = 2;
#ifndef BUG
  if (y != 0) {
    b2 = 0;
    while (y != 0) {
    }
    goto restart;
  }
#endif
  y = 2;
  if (gate_x != 2) {
    b2 = 0;
    while (b1 >= 1) {
    }
    if (y != 2) {
      while (y != 0) {
      }
      goto restart;
    }
  }
  critical2();
  y = 0;
  b2 = 0;
  return unused;
}
