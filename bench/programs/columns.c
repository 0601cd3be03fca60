// SPDX-License-Identifier: Apache-2.0
// COLUMNS(N): main and one thread, N critical sections each on one lock. [QPOR], 2 threads.
// expect: N=1 verdict=clean executions=2
// expect: N=3 verdict=clean executions=20
// expect: N=5 verdict=clean executions=252
// expect: N=8 verdict=clean executions=12870
// preload: yes
//
// The ways to mix two sequences of N: C(2N,N) maximal configurations.
#include "program.h"

static int rounds;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* take_turns(void* arg) {
  (void)arg;
  int n = rounds;
  for (int round = 0; round < n; round++) {
    lock(&m);
    unlock(&m);
  }
  return NULL;
}

int main(int argc, char** argv) {
  rounds = argument(argc, argv, 1, 5);
  start_thread(take_turns, 0);
  take_turns(NULL);
  pthread_exit(NULL);
}
