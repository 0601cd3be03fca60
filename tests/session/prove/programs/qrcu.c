// SPDX-License-Identifier: Apache-2.0
// Two counters of readers that take turns; the writer waits until the old one is empty. BUG: it
// waits for the new one alone.
// options: --races=off
#include "competition.h"
static int idx, ctr1 = 1, ctr2;
static int progress;  // of the reader: 1 inside, 2 done
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void __VERIFIER_atomic_use1(int mine) {
  assume_abort_if_not(mine <= 0 && ctr1 > 0);
  ctr1++;
}
static void __VERIFIER_atomic_use2(int mine) {
  assume_abort_if_not(mine >= 1 && ctr2 > 0);
  ctr2++;
}
static void __VERIFIER_atomic_done(int mine) {
  if (mine <= 0) {
    ctr1--;
  } else {
    ctr2--;
  }
}
static void __VERIFIER_atomic_flip(void) {
  if (idx <= 0) {
    ctr2++;
    idx = 1;
    ctr1--;
  } else {
    ctr1++;
    idx = 0;
    ctr2--;
  }
}
static void __VERIFIER_atomic_wait(void) {
#ifdef BUG
  assume_abort_if_not(ctr2 <= 1);
#else
  assume_abort_if_not(ctr1 + ctr2 <= 1);
#endif
}

static void* reader(void* p) {
  const int mine = idx;
  if (__VERIFIER_nondet_bool()) {
    __VERIFIER_atomic_use1(mine);
  } else {
    __VERIFIER_atomic_use2(mine);
  }
  progress = 1;
  progress = 2;
  __VERIFIER_atomic_done(mine);
  return p;
}

static void* updater(void* p) {
  pthread_mutex_lock(&m);
  const int before = progress;
  __VERIFIER_atomic_flip();
  __VERIFIER_atomic_wait();
  check(!(before == 1 && progress == 1));
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, reader, 0);
  pthread_create(&b, 0, updater, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
