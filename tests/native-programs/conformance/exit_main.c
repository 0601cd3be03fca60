// main ends with pthread_exit, the others go on.
// expect: verdict=clean executions=2
// preload: yes
//
// Two sections on one lock.
#define _GNU_SOURCE
#include <stdlib.h>

#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void add(void) {
  pthread_mutex_lock(&m);
  n++;
  pthread_mutex_unlock(&m);
}

// Runs when the last thread has ended.
static void at_end(void) { assert(n == 2); }

int main(void) {
  atexit(at_end);
  spawn(add);
  spawn(add);
  pthread_exit(NULL);
}
