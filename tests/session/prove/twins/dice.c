// SPDX-License-Identifier: Apache-2.0
// Random numbers below a limit that another thread sets. BUG: the limit is not set yet.
#include <assert.h>
#include <pthread.h>
#include <skein/skein.h>
#include <stdlib.h>

static int limit, is_set;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* setter(void* p) {
  const int wanted = (int)skein_any(1, 20);
  pthread_mutex_lock(&m);
  limit = wanted;
  is_set = 1;
  pthread_mutex_unlock(&m);
  return p;
}

static void* player(void* p) {
  pthread_mutex_lock(&m);
#ifndef BUG
  if (is_set)
#endif
    assert(rand() % limit < 20);
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, setter, 0);
  pthread_create(&b, 0, player, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
