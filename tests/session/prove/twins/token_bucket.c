// SPDX-License-Identifier: Apache-2.0
// A token bucket: a sender takes as many tokens as its packet has bytes. BUG: it does not ask
// whether there are enough.
#include <assert.h>
#include <pthread.h>
#include <skein/skein.h>

enum { kFull = 100 };
static int tokens = kFull;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* sender(void* p) {
  const int size = (int)skein_any(1, 80);
  pthread_mutex_lock(&m);
  const int left = tokens - size;
#ifndef BUG
  if (left >= 0)
#endif
    tokens = left;
  assert(tokens >= 0 && tokens <= kFull);
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, sender, 0);
  pthread_create(&b, 0, sender, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
