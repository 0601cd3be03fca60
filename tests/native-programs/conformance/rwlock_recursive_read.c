// A reader may take the read lock again; only after its last unlock can a writer come in.
// expect: verdict=clean executions=2
// preload: yes
//
// The reader's two nested sections against the writer's: before or after, nothing in between.
#include "../support/spawn.h"

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static int x;

static void reader(void) {
  pthread_rwlock_rdlock(&rw);
  int seen = x;
  pthread_rwlock_rdlock(&rw);
  pthread_rwlock_unlock(&rw);
  assert(x == seen);
  pthread_rwlock_unlock(&rw);
}

static void writer(void) {
  pthread_rwlock_wrlock(&rw);
  x = 1;
  pthread_rwlock_unlock(&rw);
}

int main(void) {
  run2(reader, writer);
  return 0;
}
