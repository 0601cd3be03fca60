// SPDX-License-Identifier: Apache-2.0
// Double-checked initialisation. BUG: the flag is set before the value.
#include <assert.h>
#include <pthread.h>
#include <skein/skein.h>
#include <stdatomic.h>

static atomic_int is_ready;
static int limit;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int get(void) {
  if (!atomic_load(&is_ready)) {
    pthread_mutex_lock(&m);
    if (!atomic_load(&is_ready)) {
#ifdef BUG
      atomic_store(&is_ready, 1);
      limit = (int)skein_any(1, 100);
#else
      limit = (int)skein_any(1, 100);
      atomic_store(&is_ready, 1);
#endif
    }
    pthread_mutex_unlock(&m);
  }
  return limit;
}

static void* user(void* p) {
  const int each = 1000 / get();
  assert(each >= 10);
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, user, 0);
  pthread_create(&b, 0, user, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
