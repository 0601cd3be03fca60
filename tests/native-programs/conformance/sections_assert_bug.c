// A thread that fails inside a section keeps the lock, as without skein.
// expect: verdict=bug kind=assertion executions=2 violations=1
//
// Either section comes first.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int written;

static void writes(void) {
  pthread_mutex_lock(&m);
  written = 1;
  pthread_mutex_unlock(&m);
}

static void checks(void) {
  pthread_mutex_lock(&m);
  assert(!written);
  pthread_mutex_unlock(&m);
}

int main(void) {
  run2(writes, checks);
  return 0;
}
