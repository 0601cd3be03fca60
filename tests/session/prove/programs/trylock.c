// SPDX-License-Identifier: Apache-2.0
// Who does not get the lock counts nothing. BUG: he does.
#include "competition.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void* thread(void* p) {
  const int status = pthread_mutex_trylock(&m);
#ifdef BUG
  count++;
  if (status == 0) pthread_mutex_unlock(&m);
#else
  if (status == 0) {
    count++;
    pthread_mutex_unlock(&m);
  }
#endif
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, thread, 0);
  pthread_create(&b, 0, thread, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  check(count >= 1 && count <= 2);
  return 0;
}
