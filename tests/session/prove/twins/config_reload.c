// SPDX-License-Identifier: Apache-2.0
// A configuration that is replaced while it is used. BUG: the reader keeps a pointer to the old one
// beyond the critical section, and it is freed.
#include <assert.h>
#include <pthread.h>
#include <skein/skein.h>
#include <stdlib.h>

static int* config;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static int* make(void) {
  int* const made = malloc(sizeof *made);
  *made = (int)skein_any(1, 9);
  return made;
}

static void* reload(void* p) {
  int* const fresh = make();
  pthread_mutex_lock(&m);
  int* const old = config;
  config = fresh;
  free(old);
  pthread_mutex_unlock(&m);
  return p;
}

static void* reader(void* p) {
  pthread_mutex_lock(&m);
#ifdef BUG
  const int* const current = config;
  pthread_mutex_unlock(&m);
  assert(*current > 0);
#else
  assert(*config > 0);
  pthread_mutex_unlock(&m);
#endif
  return p;
}

int main(void) {
  pthread_t a, b;
  config = make();
  pthread_create(&a, 0, reload, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
