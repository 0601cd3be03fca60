// N threads meet M times at a barrier, and each counts how often it is the serial one.
// expect: N=2 M=1 verdict=clean executions=2
// expect: N=5 M=1 verdict=clean executions=5
// expect: N=3 M=2 verdict=clean executions=9
// preload: yes
//
// The order of arrivals is not observable; in each round one of n is the serial one: n^m.
#define _GNU_SOURCE
#include <stdlib.h>

#include "../support/spawn.h"

static pthread_barrier_t barrier;
static int rounds;

static void* meet(void* arg) {
  (void)arg;
  intptr_t count = 0;
  for (int round = 0; round < rounds; ++round) {
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) ++count;
  }
  return (void*)count;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 2;
  rounds = argc > 2 ? atoi(argv[2]) : 1;
  pthread_barrier_init(&barrier, NULL, (unsigned)n);
  pthread_t threads[8];
  for (int i = 0; i < n; ++i) pthread_create(&threads[i], NULL, meet, NULL);
  intptr_t sum = 0;
  for (int i = 0; i < n; ++i) {
    void* count = NULL;
    pthread_join(threads[i], &count);
    sum += (intptr_t)count;
  }
  assert(sum == rounds);
  return 0;
}
