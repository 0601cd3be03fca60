// SPDX-License-Identifier: Apache-2.0
// Threads in turn: each has the number of the one before. BUG: the third is one too many.
#include "competition.h"
static int done;

static void* worker(void* p) {
  done += __VERIFIER_nondet_bool() ? 2 : 1;
#ifdef BUG
  check(done < 6);
#else
  check(done <= 6);
#endif
  return p;
}

int main(void) {
  for (int i = 0; i < 3; i++) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
  }
  check(done >= 3);
  return 0;
}
