/* SPDX-License-Identifier: Apache-2.0 */
// The two threads of FIB and FIB*: each round reads both variables and writes one's own. The
// largest value that can be reached is the Fibonacci number F(2N+2). [POET Table 1]
#pragma once

#include <stdatomic.h>

#include "program.h"

static int rounds;
static atomic_int i = 1, j = 1;

static void* first(void* arg) {
  (void)arg;
  int n = rounds;
  for (int round = 0; round < n; round++) {
    int t = atomic_load(&j);
    int own = atomic_load(&i);
    atomic_store(&i, own + t);
  }
  return NULL;
}

static void* second(void* arg) {
  (void)arg;
  int n = rounds;
  for (int round = 0; round < n; round++) {
    int t = atomic_load(&j);
    int other = atomic_load(&i);
    atomic_store(&j, other + t);
  }
  return NULL;
}

static void run_both(int n) {
  rounds = n;
  pthread_t a = start_thread(first, 0);
  pthread_t b = start_thread(second, 0);
  join_thread(a);
  join_thread(b);
}

static int largest_possible(int n) {
  int a = 1, b = 1;  // F(1), F(2)
  for (int k = 0; k < 2 * n; k++) {
    int next = a + b;
    a = b;
    b = next;
  }
  return b;
}
