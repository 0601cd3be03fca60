// SPDX-License-Identifier: Apache-2.0
// A semaphore lets two of three threads in.
// BUG: it lets three in.
#include <semaphore.h>

#include "competition.h"
static sem_t s;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int inside;
static void* one(void* p) {
  sem_wait(&s);
  pthread_mutex_lock(&m);
  inside++;
  check(inside <= 2);
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  inside--;
  pthread_mutex_unlock(&m);
  sem_post(&s);
  return p;
}
int main(void) {
  pthread_t t[3];
#ifdef BUG
  sem_init(&s, 0, 3);
#else
  sem_init(&s, 0, 2);
#endif
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, one, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
