// One lock over data that have nothing in common: N threads update W words, each one of them.
// expect: N=3 W=3 verdict=clean executions=1
// expect: N=8 W=8 verdict=clean executions=1
// expect: N=4 W=2 verdict=clean executions=4
// expect: N=6 W=3 verdict=clean executions=8
// expect: N=8 W=4 verdict=clean executions=16
// expect: N=5 W=1 verdict=clean executions=120
//
// N / W threads share a word, and only their sections have an order: (N / W)! for each word. Main
// reads all words in one section, after the joins: that makes no word depend on another.
#define _GNU_SOURCE
#include <stdlib.h>

#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int words[8];
static int w;

static void* update(void* number) {
  const int own = (int)(intptr_t)number;
  pthread_mutex_lock(&m);
  words[own % w] = 3 * words[own % w] + own + 1;
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 3;
  w = argc > 2 ? atoi(argv[2]) : 3;
  pthread_t threads[8];
  for (int i = 0; i < n; ++i) pthread_create(&threads[i], NULL, update, (void*)(intptr_t)i);
  for (int i = 0; i < n; ++i) join(threads[i]);
  pthread_mutex_lock(&m);
  for (int i = 0; i < w; ++i) assert(words[i] > 0);
  pthread_mutex_unlock(&m);
  return 0;
}
