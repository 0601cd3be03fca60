// Destroyed after the join.
// expect: verdict=clean executions=2
//
// The load comes before or after the store.
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static pthread_mutex_t m;
static atomic_int done;

static void worker(void) {
  pthread_mutex_lock(&m);
  atomic_store(&done, 1);
  pthread_mutex_unlock(&m);
}

int main(void) {
  pthread_mutex_init(&m, NULL);
  pthread_t t = spawn(worker);
  int seen = atomic_load(&done);
  assert(seen == 0 || seen == 1);
  join(t);
  assert(pthread_mutex_destroy(&m) == 0);
  return 0;
}
