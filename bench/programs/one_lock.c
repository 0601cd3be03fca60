// SPDX-License-Identifier: Apache-2.0
// LOCKS(N): N threads, one critical section each on one lock; 1+N threads.
// expect: N=1 verdict=clean executions=1
// expect: N=3 verdict=clean executions=6
// expect: N=5 verdict=clean executions=120
// expect: N=8 verdict=clean executions=40320
// preload: yes
//
// N! traces. As WRITERS, with a lock and an unlock for each store.
#include "program.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* taker(void* arg) {
  (void)arg;
  lock(&m);
  unlock(&m);
  return NULL;
}

int main(int argc, char** argv) {
  int threads = argument(argc, argv, 1, 8);
  for (int i = 0; i < threads; i++) start_thread(taker, i);
  pthread_exit(NULL);
}
