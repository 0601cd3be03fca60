// rand and random give the same numbers in every run: uncontrolled chance would be a divergence.
// expect: verdict=clean
// preload: yes
//
// No count: whether the hidden state is one object for all threads or one for each is the runtime's
// to say.
#define _GNU_SOURCE
#include <stdlib.h>

#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void add(void) {
  int rounds = 1 + rand() % 2 + (int)(random() % 2);
  for (int i = 0; i < rounds; i++) {
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
  }
}

int main(void) {
  srand(7);
  run2(add, add);
  assert(n >= 2 && n <= 6);
  return 0;
}
