// SPDX-License-Identifier: Apache-2.0
// A recursive function takes and releases a lock at each level.
// BUG: it is released once too few.
#include "competition.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int depth;
static void down(int n) {
  if (n == 0) return;
  pthread_mutex_lock(&m);
  depth++;
  pthread_mutex_unlock(&m);
  down(n - 1);
#ifdef BUG
  if (n == 1) return;
#endif
  pthread_mutex_lock(&m);
  depth--;
  pthread_mutex_unlock(&m);
}
static void* first(void* p) {
  down(3);
  return p;
}
static void* second(void* p) {
  down(2);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  check(depth == 0);
  return 0;
}
