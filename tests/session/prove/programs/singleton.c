// SPDX-License-Identifier: Apache-2.0
// One of five threads makes the only copy, and all of them write to it. BUG: some write X.
#include "competition.h"
static char* value;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* set(void* p) {
  pthread_mutex_lock(&m);
  if (value == 0) value = malloc(1);
  *value = *(const char*)p;
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t t[3];
  static char x = 'X', y = 'Y';
  pthread_create(&t[0], 0, set, &y);
#ifdef BUG
  pthread_create(&t[1], 0, set, &x);
#else
  pthread_create(&t[1], 0, set, &y);
#endif
  pthread_create(&t[2], 0, set, &y);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  check(*value == 'Y');
  (void)x;
  return 0;
}
