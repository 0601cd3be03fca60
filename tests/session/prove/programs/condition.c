// SPDX-License-Identifier: Apache-2.0
// A consumer waits for a condition. BUG: with an if that another thread's item satisfies.
#include "competition.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int items;

static void* consumer(void* p) {
  pthread_mutex_lock(&m);
#ifdef BUG
  if (items == 0) pthread_cond_wait(&c, &m);
#else
  while (items == 0) pthread_cond_wait(&c, &m);
#endif
  check(items > 0);
  items--;
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, consumer, 0);
  pthread_create(&b, 0, consumer, 0);
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    items++;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
  }
  pthread_join(a, 0);
  pthread_join(b, 0);
  check(items == 0);
  return 0;
}
