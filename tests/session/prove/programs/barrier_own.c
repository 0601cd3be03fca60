// SPDX-License-Identifier: Apache-2.0
// A barrier of a mutex and a condition: no thread is late.
// BUG: the last one does not wake the others up... and the count is one too small.
#include "competition.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int arrived, written[2];
static void meet(void) {
  pthread_mutex_lock(&m);
  arrived++;
#ifdef BUG
  if (arrived < 1) {
#else
  if (arrived < 2) {
#endif
    while (arrived < 2) pthread_cond_wait(&c, &m);
  } else {
    pthread_cond_broadcast(&c);
  }
  pthread_mutex_unlock(&m);
}
static void* first(void* p) {
  written[0] = 1;
  meet();
  check(written[1] == 2);
  return p;
}
static void* second(void* p) {
  written[1] = 2;
  meet();
  check(written[0] == 1);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);

  return 0;
}
