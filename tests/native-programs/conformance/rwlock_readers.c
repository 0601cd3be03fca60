// Readers do not exclude each other, and do not depend on each other.
// expect: verdict=clean executions=1
// preload: yes
//
// Read locks and unlocks only read the lock: one trace.
#include "../support/spawn.h"

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;

static void reader(void) {
  assert(pthread_rwlock_rdlock(&rw) == 0);
  assert(pthread_rwlock_unlock(&rw) == 0);
}

int main(void) {
  run3(reader, reader, reader);
  assert(pthread_rwlock_destroy(&rw) == 0);
  return 0;
}
