// SPDX-License-Identifier: Apache-2.0
// Each thread has its own counter and adds it at the end.
// BUG: the counter is shared.
// options: --races=off
#include "competition.h"
#ifdef BUG
static int mine;
#else
static _Thread_local int mine;
#endif
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void* first(void* p) {
  for (int i = 0; i < 3; i++) mine++;
  pthread_mutex_lock(&m);
  total += mine;
  pthread_mutex_unlock(&m);
  return p;
}
static void* second(void* p) { return first(p); }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  check(total == 6);
  return 0;
}
