// SPDX-License-Identifier: Apache-2.0
// Five milliseconds of work before the threads, which are writers(6): 720 executions.
#include <pthread.h>
#include <stdatomic.h>

enum { kThreads = 6 };
static atomic_int x;
static volatile unsigned sink;

__attribute__((no_sanitize("thread"))) static void compute(void) {
  unsigned s = 1;
  for (unsigned i = 0; i < 4000000; ++i) s = s * 1664525U + 1013904223U;
  sink = s;
}

static void* writer(void* number) {
  atomic_store(&x, (int)(long)number);
  return number;
}

int main(void) {
  pthread_t threads[kThreads];
  compute();
  for (long i = 0; i < kThreads; ++i) pthread_create(&threads[i], 0, writer, (void*)i);
  for (int i = 0; i < kThreads; ++i) pthread_join(threads[i], 0);
  return 0;
}
