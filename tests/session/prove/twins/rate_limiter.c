// SPDX-License-Identifier: Apache-2.0
// A rate limiter: a refill thread adds tokens up to a limit, clients take one each. BUG: the refill
// does not stop at the limit.
#include <assert.h>
#include <pthread.h>
#include <skein/skein.h>

enum { kLimit = 10 };
static int tokens = kLimit;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* refill(void* p) {
  const int more = (int)skein_any(0, 100);
  pthread_mutex_lock(&m);
  tokens += more;
#ifndef BUG
  if (tokens > kLimit) tokens = kLimit;
#endif
  pthread_mutex_unlock(&m);
  return p;
}

static void* client(void* p) {
  pthread_mutex_lock(&m);
  if (tokens > 0) tokens--;
  assert(tokens >= 0 && tokens < kLimit);
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, refill, 0);
  pthread_create(&b, 0, client, 0);
  pthread_create(&c, 0, client, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
