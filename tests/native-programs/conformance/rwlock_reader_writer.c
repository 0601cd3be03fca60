// One writer, two readers.
// expect: verdict=clean executions=4
// preload: yes
//
// Each reader's section lies before or after the writer's: 2 * 2.
#include "../support/spawn.h"

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static int x, y;

static void writer(void) {
  pthread_rwlock_wrlock(&rw);
  x = 1;
  y = 1;
  pthread_rwlock_unlock(&rw);
}

static void reader(void) {
  pthread_rwlock_rdlock(&rw);
  assert(x == y);
  pthread_rwlock_unlock(&rw);
}

int main(void) {
  run3(writer, reader, reader);
  return 0;
}
