// A reader that tries, and a writer.
// expect: verdict=clean executions=3
// preload: yes
//
// The try comes before the writer's lock (succeeds; the writer waits for the unlock), between its
// lock and unlock (fails), or after both (succeeds).
#include "../support/spawn.h"

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;

static void writer(void) {
  pthread_rwlock_wrlock(&rw);
  pthread_rwlock_unlock(&rw);
}

static void reader(void) {
  int result = pthread_rwlock_tryrdlock(&rw);
  assert(result == 0 || result == EBUSY);
  if (result == 0) pthread_rwlock_unlock(&rw);
}

int main(void) {
  run2(writer, reader);
  return 0;
}
