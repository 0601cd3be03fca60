// SPDX-License-Identifier: Apache-2.0
// One thread sets the number of shares, another divides by it. BUG: it may be set to zero.
#include <pthread.h>
#include <skein/skein.h>

static int shares = 1, each;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* configure(void* p) {
  const int wanted = (int)skein_any(-5, 50);
  pthread_mutex_lock(&m);
#ifdef BUG
  if (wanted >= 0) shares = wanted;
#else
  if (wanted > 0) shares = wanted;
#endif
  pthread_mutex_unlock(&m);
  return p;
}

static void* divide(void* p) {
  pthread_mutex_lock(&m);
  each = 1000 / shares;
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, configure, 0);
  pthread_create(&b, 0, divide, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
