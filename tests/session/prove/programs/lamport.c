// SPDX-License-Identifier: Apache-2.0
// Lamport's fast mutual exclusion for two threads, on plain variables. BUG: no look at y at first.
// options: --races=off
#include "competition.h"
static int x, y, b1, b2, inside;

static void* first(void* p) {
  while (1) {
    b1 = 1;
    x = 1;
#ifndef BUG
    if (y != 0) {
      b1 = 0;
      while (y != 0) {
      }
      continue;
    }
#endif
    y = 1;
    if (x != 1) {
      b1 = 0;
      while (b2 >= 1) {
      }
      if (y != 1) {
        while (y != 0) {
        }
        continue;
      }
    }
    break;
  }
  inside = 0;
  check(inside <= 0);
  y = 0;
  b1 = 0;
  return p;
}

static void* second(void* p) {
  while (1) {
    b2 = 1;
    x = 2;
    if (y != 0) {
      b2 = 0;
      while (y != 0) {
      }
      continue;
    }
    y = 2;
    if (x != 2) {
      b2 = 0;
      while (b1 >= 1) {
      }
      if (y != 2) {
        while (y != 0) {
        }
        continue;
      }
    }
    break;
  }
  inside = 1;
  check(inside >= 1);
  y = 0;
  b2 = 0;
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
