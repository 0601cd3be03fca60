// Double-checked locking: the pointer is there before what it points to.
// expect: verdict=bug kind=assertion
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

struct Service {
  atomic_int value;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct Service storage;
static _Atomic(struct Service*) instance;

static struct Service* get(void) {
  struct Service* seen = atomic_load(&instance);
  if (seen != NULL) return seen;
  pthread_mutex_lock(&m);
  if (atomic_load(&instance) == NULL) {
    atomic_store(&instance, &storage);
    atomic_store(&storage.value, 7);
  }
  pthread_mutex_unlock(&m);
  return atomic_load(&instance);
}

static void user(void) { assert(atomic_load(&get()->value) == 7); }

int main(void) {
  run2(user, user);
  return 0;
}
