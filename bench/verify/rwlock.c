// SPDX-License-Identifier: Apache-2.0
/* RWLOCK: a readers-writer lock of a mutex and two counters, two writers and two readers. The
 * readers are counted atomically: with a plain r the decrement, which the mutex does not protect,
 * can be lost, and the lock is wrong (-D BUG). */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static volatile int w, x, y;
static atomic_int r;

static void* writer(void* unused) {
  pthread_mutex_lock(&m);
  while (w != 0 || atomic_load(&r) != 0) {
  }
  w = 1;
  pthread_mutex_unlock(&m);
  x = 3;
  w = 0;
  return unused;
}

static void* reader(void* unused) {
  pthread_mutex_lock(&m);
  while (w != 0) {
  }
  atomic_fetch_add(&r, 1);
  pthread_mutex_unlock(&m);
  int l = x;
  y = l;
  assert(y == x);
#ifdef BUG
  atomic_store(&r, atomic_load(&r) - 1);
#else
  atomic_fetch_sub(&r, 1);
#endif
  return unused;
}

int main(void) {
  pthread_t t[4];
  pthread_create(&t[0], 0, writer, 0);
  pthread_create(&t[1], 0, reader, 0);
  pthread_create(&t[2], 0, writer, 0);
  pthread_create(&t[3], 0, reader, 0);
  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
  return 0;
}
