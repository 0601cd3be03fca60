// Optimised code waits and takes locks as any other: its constructors jump to __tsan_init instead
// of calling it, so no return address says which file they belong to.
// expect: verdict=clean executions=1 blocked=3
// libs: -O2
// needs: spin
//
// A round of a waiting loop that sees nothing ends its thread: each of the two threads may look too
// early, so 3 runs are blocked. The sections have nothing in common.
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int flag;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data, counts[2];

static void wait_for_flag(int* count) {
  while (atomic_load(&flag) == 0) {
  }
  assert(data == 1);
  pthread_mutex_lock(&m);
  ++*count;
  pthread_mutex_unlock(&m);
}

static void sets(void) {
  data = 1;
  atomic_store(&flag, 1);
}
static void waits(void) { wait_for_flag(&counts[0]); }
static void waits_too(void) { wait_for_flag(&counts[1]); }

int main(void) {
  run3(sets, waits, waits_too);
  return 0;
}
