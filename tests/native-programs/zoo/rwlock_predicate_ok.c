// A home-made readers-writer lock: a writer waits for readers and for writers.
// expect: verdict=clean
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int readers, is_writing;
static atomic_int writers_inside;

static void writer(void) {
  pthread_mutex_lock(&m);
  while (readers > 0 || is_writing) pthread_cond_wait(&changed, &m);
  is_writing = 1;
  pthread_mutex_unlock(&m);

  assert(atomic_fetch_add(&writers_inside, 1) == 0);
  atomic_fetch_sub(&writers_inside, 1);

  pthread_mutex_lock(&m);
  is_writing = 0;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&m);
}

int main(void) {
  run2(writer, writer);
  return 0;
}
