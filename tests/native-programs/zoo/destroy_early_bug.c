// Destroyed too early: "done" is said before the lock is given back.
// expect: verdict=bug kind=lock-misuse
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
  int has_destroyed = 0;
  if (atomic_load(&done)) {
    pthread_mutex_destroy(&m);
    has_destroyed = 1;
  }
  join(t);
  if (!has_destroyed) pthread_mutex_destroy(&m);
  return 0;
}
