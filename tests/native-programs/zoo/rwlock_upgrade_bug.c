// Two readers find work for a writer and ask for the write lock while they still read.
// expect: verdict=bug kind=lock-misuse|deadlock
// preload: yes
#include "../support/spawn.h"

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void ensure(void) {
  pthread_rwlock_rdlock(&rw);
  if (value == 0) {
    pthread_rwlock_wrlock(&rw);
    value = 1;
    pthread_rwlock_unlock(&rw);
  }
  pthread_rwlock_unlock(&rw);
}

int main(void) {
  run2(ensure, ensure);
  return 0;
}
