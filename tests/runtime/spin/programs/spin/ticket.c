/* Ticket lock. */
#include "spawn2.h"
static atomic_uint next_ticket, serving;
static void body(int me) {
  (void)me;
  unsigned mine = atomic_fetch_add_explicit(&next_ticket, 1, memory_order_relaxed);
  while (atomic_load_explicit(&serving, memory_order_acquire) != mine) {
  }
  critical();
  atomic_store_explicit(&serving, mine + 1, memory_order_release);
}

int main(void) {
  run_all();
  assert(total == N);
  return 0;
}
