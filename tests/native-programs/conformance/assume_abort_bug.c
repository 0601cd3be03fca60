// As assume_abort.c, with an abort of the same kind in a function of another name: a bug.
// expect: verdict=bug executions=2 violations=1
//
// The load sees the store or not; where it does not, the program aborts.
// native: no
#include <stdatomic.h>
#include <stdlib.h>

#include "../support/spawn.h"

static atomic_int is_set;

static void abort_if_not(int condition) {
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
  abort_if_not(is_set);
  assert(is_set == 1);
  pthread_join(thread, NULL);
  return 0;
}
