// SPDX-License-Identifier: Apache-2.0
// A client tries to get a lock a few times. BUG: after the last attempt it goes on without.
#include <pthread.h>
#include <skein/skein.h>

static int served;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* client(void* p) {
  const int attempts = (int)skein_any(1, 3);
  int has_lock = 0;
  for (int i = 0; i < attempts && !has_lock; i++) has_lock = pthread_mutex_trylock(&m) == 0;
#ifndef BUG
  if (!has_lock) return p;
#endif
  served++;
  if (has_lock) pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, client, 0);
  pthread_create(&b, 0, client, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
