/* Test-and-set lock that yields; another way to wait is the pause instruction. */
#include <sched.h>

#include "spawn2.h"
static atomic_int lock_word;
static void body(int me) {
  while (atomic_exchange(&lock_word, 1)) {
    if (me == 0) sched_yield();
    if (me == 1) __builtin_ia32_pause();
  }
  critical();
  atomic_store(&lock_word, 0);
}

int main(void) {
  run_all();
  assert(total == N);
  return 0;
}
