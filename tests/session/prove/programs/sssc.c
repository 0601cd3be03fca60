// SPDX-License-Identifier: Apache-2.0
// Many readers and one that decides (sssc): who sees the decision sees the value.
// BUG: a reader decides too.
// options: --races=off
#include "competition.h"
static int cs = 0, me;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* first(void* p) {
  int mine = 1;
  pthread_mutex_lock(&m);
  if (cs == 0) {
    cs = mine;
    me = 10 * mine;
  }
  check(me == 10 * cs);
  pthread_mutex_unlock(&m);
  return p;
}
static void* second(void* p) {
  int mine = 2;
#ifdef BUG
  cs = mine;
#endif
  pthread_mutex_lock(&m);
  if (cs == 0) {
    cs = mine;
    me = 10 * mine;
  }
  check(me == 10 * cs);
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
