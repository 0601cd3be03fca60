// N threads meet M times at a barrier, and do not look at the result.
// expect: N=2 M=1 verdict=clean executions=1
// expect: N=5 M=1 verdict=clean executions=1
// expect: N=4 M=2 verdict=clean executions=1
// expect: N=4 M=5 verdict=clean executions=1
//
// The order of arrivals is not observable. What a thread wrote before is read by all after it.
#define _GNU_SOURCE
#include <stdlib.h>

#include "../support/spawn.h"

static pthread_barrier_t barrier;
static int n, rounds;
static int written[8];

static void* meet(void* number) {
  const int own = (int)(intptr_t)number;
  for (int round = 1; round <= rounds; ++round) {
    written[own] = round;
    pthread_barrier_wait(&barrier);
    for (int i = 0; i < n; ++i) assert(written[i] == round);
    if (round < rounds) pthread_barrier_wait(&barrier);
  }
  return NULL;
}

int main(int argc, char** argv) {
  n = argc > 1 ? atoi(argv[1]) : 2;
  rounds = argc > 2 ? atoi(argv[2]) : 1;
  pthread_barrier_init(&barrier, NULL, (unsigned)n);
  pthread_t threads[8];
  for (int i = 0; i < n; ++i) pthread_create(&threads[i], NULL, meet, (void*)(intptr_t)i);
  for (int i = 0; i < n; ++i) join(threads[i]);
  pthread_barrier_destroy(&barrier);
  return 0;
}
