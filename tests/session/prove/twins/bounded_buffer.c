// SPDX-License-Identifier: Apache-2.0
// A bounded buffer with condition variables, a producer of an unknown number of items and two
// consumers. BUG: a consumer does not look again after it was woken.
#include <assert.h>
#include <pthread.h>
#include <skein/skein.h>

static int count, is_over;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

static void* producer(void* p) {
  const int items = (int)skein_any(0, 2);
  for (int i = 0; i < items; i++) {
    pthread_mutex_lock(&m);
    count++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&m);
  }
  pthread_mutex_lock(&m);
  is_over = 1;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&m);
  return p;
}

static void* consumer(void* p) {
  pthread_mutex_lock(&m);
#ifdef BUG
  if (count == 0 && !is_over) pthread_cond_wait(&changed, &m);
#else
  while (count == 0 && !is_over) pthread_cond_wait(&changed, &m);
#endif
  if (count > 0 || !is_over) count--;
  assert(count >= 0);
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, producer, 0);
  pthread_create(&b, 0, consumer, 0);
  pthread_create(&c, 0, consumer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
