/* A lock that one thread keeps: a livelock in those executions where the other comes second. */
#include "spawn2.h"
static atomic_int lock_word;
static void body(int me) {
  while (atomic_exchange(&lock_word, 1)) {
  }
  if (me == 1) atomic_store(&lock_word, 0);
}

int main(void) {
  run_all();
  return 0;
}
