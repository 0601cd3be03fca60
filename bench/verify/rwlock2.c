// SPDX-License-Identifier: Apache-2.0
/* RWLOCK(2)*: the same without the mutex; violated. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static volatile int w, x;
static atomic_int r;

static void* writer(void* unused) {
  while (w != 0 || atomic_load(&r) != 0) {
  }
  w = 1;
  x = 3;
  w = 0;
  return unused;
}

static void* reader(void* unused) {
  while (w != 0) {
  }
  atomic_fetch_add(&r, 1);
  int first = x;
  int second = x;
  assert(first == second);
  atomic_fetch_sub(&r, 1);
  return unused;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, writer, 0);
  pthread_create(&t[1], 0, reader, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  return 0;
}
