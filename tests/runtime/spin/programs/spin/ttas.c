/* Test and test-and-set: reads first, and a failed compare-and-exchange goes back to reading. */
#include "spawn2.h"
static atomic_int lock_word;
static void body(int me) {
  (void)me;
  for (;;) {
    while (atomic_load_explicit(&lock_word, memory_order_relaxed)) {
    }
    int expected = 0;
    if (atomic_compare_exchange_strong_explicit(&lock_word, &expected, 1, memory_order_acquire,
                                                memory_order_relaxed)) {
      break;
    }
  }
  critical();
  atomic_store_explicit(&lock_word, 0, memory_order_release);
}

int main(void) {
  run_all();
  assert(total == N);
  return 0;
}
