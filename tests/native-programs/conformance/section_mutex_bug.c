// A section that can never get the mutex it locks waits for ever.
// expect: verdict=bug kind=deadlock
// native: no
#include "../support/spawn.h"

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void section(void) {
  __VERIFIER_atomic_begin();
  x = 1;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  __VERIFIER_atomic_end();
}

static void keeps_it(void) { pthread_mutex_lock(&m); }

int main(void) {
  run2(section, keeps_it);
  return 0;
}
