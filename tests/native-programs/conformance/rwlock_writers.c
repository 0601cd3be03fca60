// Two writers, one reader.
// expect: verdict=clean executions=6
// preload: yes
//
// All three sections are ordered: 3!.
#include "../support/spawn.h"

static pthread_rwlock_t rw;
static int x;

static void writer(void) {
  pthread_rwlock_wrlock(&rw);
  x++;
  pthread_rwlock_unlock(&rw);
}

static void reader(void) {
  pthread_rwlock_rdlock(&rw);
  assert(x >= 0 && x <= 2);
  pthread_rwlock_unlock(&rw);
}

int main(void) {
  pthread_rwlock_init(&rw, NULL);
  run3(writer, writer, reader);
  assert(x == 2);
  return 0;
}
