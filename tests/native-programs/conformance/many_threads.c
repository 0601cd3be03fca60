// N threads that have nothing to do with each other.
// expect: N=100 verdict=clean executions=1
// expect: N=1000 verdict=clean executions=1
// preload: yes
//
// Nothing shared: one trace.
#define _GNU_SOURCE
#include <stdlib.h>

#include "../support/spawn.h"

enum { kMost = 1000 };

static int result[kMost];

static void* worker(void* arg) {
  intptr_t i = (intptr_t)arg;
  result[i] = (int)i + 1;
  return NULL;
}

int main(int argc, char** argv) {
  int n = argc > 1 ? atoi(argv[1]) : 100;
  assert(n <= kMost);
  static pthread_t t[kMost];
  for (intptr_t i = 0; i < n; i++) assert(pthread_create(&t[i], NULL, worker, (void*)i) == 0);
  for (int i = 0; i < n; i++) join(t[i]);
  for (int i = 0; i < n; i++) assert(result[i] == i + 1);
  return 0;
}
