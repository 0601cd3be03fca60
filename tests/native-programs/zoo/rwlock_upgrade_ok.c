// The read lock is given back, and what was read is read again.
// expect: verdict=clean
// preload: yes
#include "../support/spawn.h"

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static int value, writes;

static void ensure(void) {
  pthread_rwlock_rdlock(&rw);
  int has_value = value != 0;
  pthread_rwlock_unlock(&rw);
  if (has_value) return;
  pthread_rwlock_wrlock(&rw);
  if (value == 0) {
    value = 1;
    writes++;
  }
  pthread_rwlock_unlock(&rw);
}

int main(void) {
  run2(ensure, ensure);
  assert(writes == 1);
  return 0;
}
