// SPDX-License-Identifier: Apache-2.0
// A thread waits for another to be ready. BUG: it looks at the flag before it takes the lock, and
// misses the signal in between.
#include <assert.h>
#include <pthread.h>
#include <skein/skein.h>
#include <stdatomic.h>

static atomic_int is_ready;
static int value;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;

static void* maker(void* p) {
  const int made = (int)skein_any(1, 1000);
  pthread_mutex_lock(&m);
  value = made;
  atomic_store(&is_ready, 1);
  pthread_cond_signal(&ready);
  pthread_mutex_unlock(&m);
  return p;
}

static void* waiter(void* p) {
#ifdef BUG
  const int must_wait = !atomic_load(&is_ready);
  pthread_mutex_lock(&m);
  if (must_wait) pthread_cond_wait(&ready, &m);
#else
  pthread_mutex_lock(&m);
  while (!atomic_load(&is_ready)) pthread_cond_wait(&ready, &m);
#endif
  assert(value > 0);
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, maker, 0);
  pthread_create(&b, 0, waiter, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
