// A thread that fails an assertion stops; the others go on to their end.
// expect: verdict=bug kind=assertion executions=2 violations=2
// options: --reduce=outcome
// preload: yes
//
// The failing thread fails after its section in both of the 2 orders of the sections.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void section(void) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
}

static void fails(void) {
  section();
  assert(0 && "always");
}

int main(void) {
  run2(fails, section);
  return 0;
}
