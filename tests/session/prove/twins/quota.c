// SPDX-License-Identifier: Apache-2.0
// A quota of memory. BUG: whether there is enough is asked in one critical section, and it is taken
// in the next.
#include <assert.h>
#include <pthread.h>
#include <skein/skein.h>

enum { kQuota = 100 };
static int used;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* client(void* p) {
  const int wanted = (int)skein_any(0, 70);
  pthread_mutex_lock(&m);
  int sum = used + wanted;
  if (sum <= kQuota) {
#ifdef BUG
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    sum = used + wanted;
#endif
    used = sum;
  }
  assert(used <= kQuota);
  pthread_mutex_unlock(&m);
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
