// Every atomic operation gives what it should.
// expect: verdict=clean executions=1
//
// main alone: one trace.
#define _GNU_SOURCE
#include <stdatomic.h>
#include <stdbool.h>

#include "../support/spawn.h"

int main(void) {
  atomic_int x = 5;
  assert(atomic_exchange(&x, 6) == 5);
  assert(atomic_fetch_add(&x, 4) == 6);
  assert(atomic_fetch_sub(&x, 3) == 10);
  assert(atomic_fetch_and(&x, 6) == 7);
  assert(atomic_fetch_or(&x, 9) == 6);
  assert(atomic_fetch_xor(&x, 5) == 15);
  assert(atomic_load(&x) == 10);
  int expected = 3;
  assert(!atomic_compare_exchange_strong(&x, &expected, 4) && expected == 10);
  assert(atomic_compare_exchange_strong(&x, &expected, 4) && expected == 10);
  expected = 4;
  while (!atomic_compare_exchange_weak(&x, &expected, 11)) assert(expected == 4);
  assert(atomic_load_explicit(&x, memory_order_relaxed) == 11);
  int plain = 0xf;
  assert(__atomic_fetch_nand(&plain, 0x3, __ATOMIC_SEQ_CST) == 0xf);
  assert(__atomic_load_n(&plain, __ATOMIC_SEQ_CST) == ~0x3);
  assert(__atomic_add_fetch(&plain, 4, __ATOMIC_ACQ_REL) == 0);
  assert(__sync_bool_compare_and_swap(&plain, 0, 2));
  assert(__sync_val_compare_and_swap(&plain, 2, 3) == 2);
  assert(__sync_fetch_and_add(&plain, 1) == 3);
  assert(__sync_lock_test_and_set(&plain, 9) == 4);
  __sync_lock_release(&plain);
  assert(plain == 0);
  atomic_flag flag = ATOMIC_FLAG_INIT;
  assert(!atomic_flag_test_and_set(&flag));
  assert(atomic_flag_test_and_set(&flag));
  atomic_flag_clear(&flag);
  assert(!atomic_flag_test_and_set(&flag));
  atomic_bool b = false;
  assert(!atomic_exchange(&b, true) && atomic_load(&b));
  int array[4] = {0};
  _Atomic(int*) pointer = array;
  assert(atomic_exchange(&pointer, array + 2) == array && atomic_load(&pointer) == array + 2);
  atomic_llong wide = 1LL << 40;
  assert(atomic_fetch_add(&wide, 1) == 1LL << 40);
  atomic_schar small = -128;
  assert(atomic_fetch_sub(&small, 1) == -128 && atomic_load(&small) == 127);
  struct Pair {
    int a, b;
  };
  _Atomic struct Pair pair;
  atomic_init(&pair, ((struct Pair){1, 2}));
  struct Pair copy = atomic_load(&pair);
  assert(copy.a == 1 && copy.b == 2);
  return 0;
}
