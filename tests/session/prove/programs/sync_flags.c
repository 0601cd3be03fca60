// SPDX-License-Identifier: Apache-2.0
// Two threads in lockstep through conditions and a number. BUG: one of them looks without the lock.
#include "competition.h"
static int num;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t is_empty = PTHREAD_COND_INITIALIZER, is_full = PTHREAD_COND_INITIALIZER;

static void* fill(void* p) {
  for (int i = 0; i < 2; i++) {
#ifdef BUG
    if (num > 0) continue;
#endif
    pthread_mutex_lock(&m);
    while (num > 0) pthread_cond_wait(&is_empty, &m);
    num++;
    pthread_cond_signal(&is_full);
    pthread_mutex_unlock(&m);
  }
  return p;
}

static void* drain(void* p) {
#ifdef BUG
  for (int i = 0; i < 1; i++) {
#else
  for (int i = 0; i < 2; i++) {
#endif
    pthread_mutex_lock(&m);
    while (num == 0) pthread_cond_wait(&is_full, &m);
    num--;
    pthread_cond_signal(&is_empty);
    pthread_mutex_unlock(&m);
  }
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, fill, 0);
  pthread_create(&b, 0, drain, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  check(num == 0);
  return 0;
}
