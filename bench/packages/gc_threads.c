// SPDX-License-Identifier: Apache-2.0
// Boehm's collector: two threads allocate, one collects; it stops the others by signals.
// packages: libgc-dev
// flags: -lgc
#define GC_THREADS
#include <assert.h>
#include <gc.h>
#include <pthread.h>

static void* allocate(void* unused) {
  int* const p = GC_MALLOC(sizeof(int));
  *p = 7;
  GC_gcollect();
  assert(*p == 7);
  return unused;
}

int main(void) {
  GC_INIT();
  pthread_t thread;
  pthread_create(&thread, NULL, allocate, NULL);
  allocate(NULL);
  pthread_join(thread, NULL);
  return 0;
}
