// SPDX-License-Identifier: Apache-2.0
// options: --overflow
// natively: no, the processor wraps around
// A shared counter of bytes. BUG: amounts of any size are added, so the sum overflows.
#include <assert.h>
#include <pthread.h>
#include <skein/skein.h>

static int total;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* add(void* p) {
#ifdef BUG
  const int bytes = (int)skein_any(0, 2147483647);
#else
  const int bytes = (int)skein_any(0, 1000000000);
#endif
  pthread_mutex_lock(&m);
  total += bytes;
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(total >= 0);
  return 0;
}
