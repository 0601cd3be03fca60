// SPDX-License-Identifier: Apache-2.0
// An attempt to lock: only who has it may write.
// BUG: the result is not looked at.
#include "competition.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int g;
static void* first(void* p) {
#ifdef BUG
  int r = pthread_mutex_trylock(&m);
  g++;
  if (r == 0) pthread_mutex_unlock(&m);
#else
  if (pthread_mutex_trylock(&m) == 0) {
    g++;
    pthread_mutex_unlock(&m);
  }
#endif
  return p;
}
static void* second(void* p) {
  pthread_mutex_lock(&m);
  g++;
  check(g >= 1 && g <= 2);
  pthread_mutex_unlock(&m);
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
