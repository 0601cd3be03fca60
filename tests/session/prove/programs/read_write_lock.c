// SPDX-License-Identifier: Apache-2.0
// A lock for readers and a writer, out of sections with assumptions. BUG: readers do not wait.
// options: --races=off
#include "competition.h"
static int writing, readers, x, y;

static void __VERIFIER_atomic_begin_write(void) {
  assume_abort_if_not(!writing && readers == 0);
  writing = 1;
}

static void __VERIFIER_atomic_begin_read(void) {
#ifndef BUG
  assume_abort_if_not(!writing);
#endif
  readers++;
}

static void __VERIFIER_atomic_end_read(void) { readers--; }

static void* writer(void* p) {
  __VERIFIER_atomic_begin_write();
  x = 3;
  writing = 0;
  return p;
}

static void* reader(void* p) {
  __VERIFIER_atomic_begin_read();
  const int seen = x;
  y = seen;
  check(y == x);
  __VERIFIER_atomic_end_read();
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
