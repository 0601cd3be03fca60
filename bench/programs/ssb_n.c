// SPDX-License-Identifier: Apache-2.0
// SSB(N): as SSB, but S tries again and again, counting in y itself. [POET Table 1], 5 threads.
// expect: N=1 verdict=clean executions=22
// expect: N=3 verdict=clean executions=169
// expect: N=4 verdict=clean executions=336
// expect: N=8 verdict=clean executions=2014
//
// (The paper has 23, 172, 340, 2022: too many.)
#include <stdatomic.h>

#include "program.h"

static int limit;
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
  int n = limit;
  while (atomic_load(&y) < n) {
    if (atomic_load(&z) == 1) atomic_store(&x, 2);
    int seen = atomic_load(&y);
    atomic_store(&y, seen + 1);
  }
  return NULL;
}

int main(int argc, char** argv) {
  limit = argument(argc, argv, 1, 1);
  start_thread(p, 0);
  start_thread(q, 0);
  start_thread(r, 0);
  start_thread(s, 0);
  pthread_exit(NULL);
}
