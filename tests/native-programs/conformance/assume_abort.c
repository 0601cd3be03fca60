// assume_abort_if_not, which SV-COMP's programs define themselves, is an assumption in `check` as
// it is in `verify` and `prove`: the run counts as blocked, and its abort is not a bug.
// expect: verdict=clean executions=1 blocked=1
//
// The load sees the store or not; where it does not, the assumption fails.
// native: no
#include <stdatomic.h>
#include <stdlib.h>

#include "../support/spawn.h"

static atomic_int is_set;

static void assume_abort_if_not(int condition) {
  if (!condition) {
    abort();
  }
}

static void* set(void* unused) {
  is_set = 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, set, NULL);
  assume_abort_if_not(is_set);
  assert(is_set == 1);
  pthread_join(thread, NULL);
  return 0;
}
