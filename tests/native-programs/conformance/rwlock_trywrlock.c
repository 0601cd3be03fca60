// A writer that tries, and a reader.
// expect: verdict=clean executions=3
// preload: yes
//
// The try comes before the reader's lock (succeeds; the reader waits for the unlock), between the
// reader's lock and unlock (fails), or after both (succeeds).
#include "../support/spawn.h"

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;

static void writer(void) {
  int result = pthread_rwlock_trywrlock(&rw);
  assert(result == 0 || result == EBUSY);
  if (result == 0) pthread_rwlock_unlock(&rw);
}

static void reader(void) {
  pthread_rwlock_rdlock(&rw);
  pthread_rwlock_unlock(&rw);
}

int main(void) {
  run2(writer, reader);
  return 0;
}
