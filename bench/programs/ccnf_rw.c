// SPDX-License-Identifier: Apache-2.0
// CCNF(N) of [POET Table 1]: N threads with main, so (N-1)/2 pairs; both of a pair write the pair's
// variable. (ccnf.c is the same idea with locks.) N is odd.
// expect: N=5 verdict=clean executions=4
// expect: N=9 verdict=clean executions=16
// expect: N=17 verdict=clean executions=256
// expect: N=21 verdict=clean executions=1024
//
// Each pair is decided by itself: 2^((N-1)/2) traces.
#include <stdatomic.h>

#include "program.h"

enum { kMost = 64 };

static atomic_int x[kMost];

static void* writer(void* arg) {
  int i = number_of(arg);
  atomic_store(&x[i / 2], i);
  return NULL;
}

int main(int argc, char** argv) {
  int threads = argument(argc, argv, 1, 9);
  require(threads % 2 == 1 && threads <= 2 * kMost, "N");
  for (int i = 0; i < threads - 1; i++) start_thread(writer, i);
  pthread_exit(NULL);
}
