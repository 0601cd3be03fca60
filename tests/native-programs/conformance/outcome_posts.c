// N threads post a semaphore. With M = 0 main waits for all of them when they have ended; with
// M = 1 another thread waits once, at any time.
// expect: N=2 M=0 verdict=clean executions=1
// expect: N=5 M=0 verdict=clean executions=1
// expect: N=2 M=1 verdict=clean executions=3
// expect: N=5 M=1 verdict=clean executions=31
// preload: yes
//
// The order of posts is not observable. A wait at any time comes after some of them, at least one:
// 2^n - 1.
#define _GNU_SOURCE
#include <semaphore.h>
#include <stdlib.h>

#include "../support/spawn.h"

static sem_t s;

static void post(void) { sem_post(&s); }
static void wait_once(void) { sem_wait(&s); }

int main(int argc, char** argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 2;
  const int has_waiter = argc > 2 && atoi(argv[2]) != 0;
  sem_init(&s, 0, 0);
  pthread_t threads[8];
  for (int i = 0; i < n; ++i) threads[i] = spawn(post);
  if (has_waiter) join(spawn(wait_once));
  for (int i = 0; i < n; ++i) join(threads[i]);
  if (!has_waiter) {
    for (int i = 0; i < n; ++i) sem_wait(&s);
  }
  return 0;
}
