// A mutex whose type is in a global variable: normal, so locking it again is misuse.
// expect: verdict=bug kind=lock-misuse
#include "../support/spawn.h"

static pthread_mutexattr_t attr;
static pthread_mutex_t m;

int main(void) {
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_NORMAL);
  pthread_mutex_init(&m, &attr);
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  return 0;
}
