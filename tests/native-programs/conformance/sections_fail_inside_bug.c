// A thread fails inside a section and keeps the lock; what another thread does before is seen too.
// expect: verdict=bug kind=assertion executions=2 violations=2
//
// Either section comes first. If it is that of the failing thread, the other one waits for ever.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int a, b;

static void fails(void) {
  pthread_mutex_lock(&m);
  a++;
  assert(a == 0 && "inside");
  pthread_mutex_unlock(&m);
}

static void fails_later(void) {
  pthread_mutex_lock(&m);
  b++;
  pthread_mutex_unlock(&m);
  assert(b == 0 && "after");
}

int main(void) {
  run2(fails, fails_later);
  return 0;
}
