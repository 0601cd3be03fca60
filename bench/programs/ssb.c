// SPDX-License-Identifier: Apache-2.0
// SSB: the program on which source-DPOR explores redundant runs. [POET Table 1], 5 threads.
// expect: verdict=clean executions=4
//
// Whether S ever writes x depends on R, which depends on Q. R sees Q's y (S then reads z = 0); or
// it does not, and S reads z before R writes it, or after, and then P and S write x in two orders.
#include <stdatomic.h>

#include "program.h"

static atomic_int x, y, z;

static void* p(void* arg) {
  (void)arg;
  atomic_store(&x, 1);
  return NULL;
}

static void* q(void* arg) {
  (void)arg;
  atomic_store(&y, 1);
  return NULL;
}

static void* r(void* arg) {
  (void)arg;
  if (atomic_load(&y) == 0) atomic_store(&z, 1);
  return NULL;
}

static void* s(void* arg) {
  (void)arg;
  if (atomic_load(&z) == 1) atomic_store(&x, 2);
  return NULL;
}

int main(void) {
  start_thread(p, 0);
  start_thread(q, 0);
  start_thread(r, 0);
  start_thread(s, 0);
  pthread_exit(NULL);
}
