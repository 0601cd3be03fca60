// SPDX-License-Identifier: Apache-2.0
// Three threads that compute for some 10 microseconds before and after each of their two additions:
// 90 executions for each of 64 values of x with which they begin.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "skein/skein.h"

enum { kThreads = 3, kRounds = 2 };
static atomic_int x;
static volatile unsigned sink;
static _Thread_local volatile int seen;  // so the order of additions matters

__attribute__((no_sanitize("thread"))) static void compute(void) {
  unsigned s = 1;
  for (unsigned i = 0; i < 8000; ++i) s = s * 1664525U + 1013904223U;
  sink = s;
}

static void* adder(void* number) {
  for (int i = 0; i < kRounds; ++i) {
    compute();
    seen = atomic_fetch_add(&x, 1);
    compute();
  }
  return number;
}

int main(void) {
  pthread_t threads[kThreads];
  x = skein_choose(64);
  for (long i = 0; i < kThreads; ++i) pthread_create(&threads[i], 0, adder, (void*)i);
  for (int i = 0; i < kThreads; ++i) pthread_join(threads[i], 0);
  return 0;
}
