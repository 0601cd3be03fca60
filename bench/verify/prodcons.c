// SPDX-License-Identifier: Apache-2.0
/* PRODCONS: two producers and a consumer of one buffer, for ever. -D BUG: the consumer takes two.
 */
#include <assert.h>
#include <pthread.h>

#include "forever.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int buf;

static void* producer1(void* unused) {
  FOR_EVER {
    pthread_mutex_lock(&m);
    if (buf < 6) buf += 1;
    assert(buf <= 7);
    pthread_mutex_unlock(&m);
  }
  return unused;
}
static void* producer2(void* unused) {
  FOR_EVER {
    pthread_mutex_lock(&m);
    if (buf < 6) buf += 2;
    pthread_mutex_unlock(&m);
  }
  return unused;
}
static void* consumer(void* unused) {
  FOR_EVER {
    pthread_mutex_lock(&m);
#ifdef BUG
    if (buf > 0) buf -= 2;
#else
    if (buf > 0) buf -= 1;
#endif
    assert(buf >= 0);
    pthread_mutex_unlock(&m);
  }
  return unused;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, producer1, 0);
  pthread_create(&t[1], 0, producer2, 0);
  pthread_create(&t[2], 0, consumer, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
