// SPDX-License-Identifier: Apache-2.0
// CCNF(N): conflicts that have nothing to do with each other. [QPOR], 1+2N threads.
// expect: N=1 verdict=clean executions=2 events=18
// expect: N=4 verdict=clean executions=16 events=66
// expect: N=8 verdict=clean executions=256 events=130
// expect: N=10 verdict=clean executions=1024 events=162
// preload: yes
//
// 2N threads in pairs; both of a pair take the pair's lock once: 2^N maximal configurations of only
// 16N+2 events. (A pair: 2 creations, 2 starts, and lock, unlock, exit of both as the first and as
// the second of the pair; main: start and exit.)
#include "program.h"

enum { kMost = 64 };

static pthread_mutex_t pair_lock[kMost];

static void* taker(void* arg) {
  int i = number_of(arg);
  lock(&pair_lock[i / 2]);
  unlock(&pair_lock[i / 2]);
  return NULL;
}

int main(int argc, char** argv) {
  int pairs = argument(argc, argv, 1, 8);
  require(pairs >= 0 && pairs <= kMost, "N");
  init_mutexes(pair_lock, pairs);
  for (int i = 0; i < 2 * pairs; i++) start_thread(taker, i);
  pthread_exit(NULL);
}
