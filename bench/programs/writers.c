// SPDX-License-Identifier: Apache-2.0
// WRITERS(N): N threads, one atomic store each to one variable; 1+N threads.
// expect: N=1 verdict=clean executions=1 events=6
// expect: N=3 verdict=clean executions=6 events=38
// expect: N=5 verdict=clean executions=120 events=662
// expect: N=6 verdict=clean executions=720 events=3926
// expect: N=7 verdict=clean executions=5040 events=27414
// expect: N=8 verdict=clean executions=40320 events=219218
//
// The smallest program with many traces: the N! orders of the stores. Events: N creations, N
// starts, main's start and exit; a store is known by the stores before it and their order, so there
// are N!/0! + ... + N!/(N-1)! of them, and as many exits.
#include <stdatomic.h>

#include "program.h"

static atomic_int x;

static void* writer(void* arg) {
  atomic_store(&x, number_of(arg));
  return NULL;
}

int main(int argc, char** argv) {
  int threads = argument(argc, argv, 1, 8);
  for (int i = 0; i < threads; i++) start_thread(writer, i);
  pthread_exit(NULL);
}
