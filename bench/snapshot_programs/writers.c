// SPDX-License-Identifier: Apache-2.0
// writers(7), without any work: 5,040 executions of microseconds. No snapshots are taken.
#include <pthread.h>
#include <stdatomic.h>

enum { kThreads = 7 };
static atomic_int x;

static void* writer(void* number) {
  atomic_store(&x, (int)(long)number);
  return number;
}

int main(void) {
  pthread_t threads[kThreads];
  for (long i = 0; i < kThreads; ++i) pthread_create(&threads[i], 0, writer, (void*)i);
  for (int i = 0; i < kThreads; ++i) pthread_join(threads[i], 0);
  return 0;
}
