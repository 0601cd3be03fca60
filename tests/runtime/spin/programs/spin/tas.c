/* Test-and-set lock. */
#include "spawn2.h"
static atomic_int lock_word;
static void body(int me) {
  (void)me;
  while (atomic_exchange_explicit(&lock_word, 1, memory_order_acquire)) {
  }
  critical();
  atomic_store_explicit(&lock_word, 0, memory_order_release);
}

int main(void) {
  run_all();
  assert(total == N);
  return 0;
}
