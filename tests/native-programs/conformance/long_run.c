// Two threads, N critical sections in turn: a run of many steps, without choice.
// expect: N=1000 verdict=clean executions=1
// expect: N=12000 verdict=clean executions=1
// preload: yes
// options: --max-steps=200000
//
// The semaphores make the threads alternate strictly: one trace, 8N steps and a few.
#define _GNU_SOURCE
#include <semaphore.h>
#include <stdlib.h>

#include "../support/spawn.h"

static int rounds;
static sem_t ping, pong;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long n;

static void take_turns(sem_t* mine, sem_t* other) {
  for (int i = 0; i < rounds; i++) {
    sem_wait(mine);
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
    sem_post(other);
  }
}

static void first(void) { take_turns(&ping, &pong); }
static void second(void) { take_turns(&pong, &ping); }

int main(int argc, char** argv) {
  rounds = argc > 1 ? atoi(argv[1]) : 1000;
  sem_init(&ping, 0, 1);
  sem_init(&pong, 0, 0);
  run2(first, second);
  assert(n == 2L * rounds);
  return 0;
}
