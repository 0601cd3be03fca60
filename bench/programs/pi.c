// SPDX-License-Identifier: Apache-2.0
// PI(N): N threads compute pi. [QPOR Table 1], 1+N threads.
// expect: N=5 verdict=clean executions=120 events=1623
// expect: N=6 verdict=clean executions=720 events=10221
// expect: N=7 verdict=clean executions=5040 events=75113
// expect: N=8 verdict=clean executions=40320 events=629787
// preload: yes
//
// Each thread sums every N-th term of Leibniz' series locally and adds its share under one lock: N!
// maximal configurations, the orders of the lock. main joins all in order.
#include "program.h"

enum { kMost = 64, kTerms = 64 };

static int threads;
static pthread_mutex_t sum_lock = PTHREAD_MUTEX_INITIALIZER;
static double sum;

static void* adder(void* arg) {
  int first = number_of(arg);
  int step = threads;
  double share = 0;
  for (int i = first; i < kTerms; i += step) share += (i % 2 == 0 ? 4.0 : -4.0) / (2 * i + 1);
  lock(&sum_lock);
  sum += share;
  unlock(&sum_lock);
  return NULL;
}

int main(int argc, char** argv) {
  threads = argument(argc, argv, 1, 5);
  require(threads >= 1 && threads <= kMost, "N");
  pthread_t t[kMost];
  for (int i = 0; i < threads; i++) t[i] = start_thread(adder, i);
  for (int i = 0; i < threads; i++) join_thread(t[i]);
  assert(sum > 3.1 && sum < 3.2);
  return 0;
}
