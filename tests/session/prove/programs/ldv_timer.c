// SPDX-License-Identifier: Apache-2.0
// A timer's handler and its removal.
// BUG: the handler uses the data without the lock.
#include "competition.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int* data;
static int storage = 5;
static void* first(void* p) {
#ifdef BUG
  if (data) *data = 6;
#else
  pthread_mutex_lock(&m);
  if (data) *data = 6;
  pthread_mutex_unlock(&m);
#endif
  return p;
}
static void* second(void* p) {
  pthread_mutex_lock(&m);
  data = 0;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t a, b;
  data = &storage;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  check(storage == 5 || storage == 6);
  return 0;
}
