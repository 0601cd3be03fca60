/* Seqlock: the reader tries again if a writer was there. A function of its own, so that a failed
   try leaves nothing behind in registers: then the first one already is seen to be useless. */
#include "spawn2.h"
static atomic_uint sequence;
static atomic_int a, b;
__attribute__((noinline)) static int read_pair(int* x, int* y) {
  unsigned before = atomic_load_explicit(&sequence, memory_order_acquire);
  if (before & 1) return 0;
  *x = atomic_load(&a);
  *y = atomic_load(&b);
  return atomic_load(&sequence) == before;
}
static void body(int me) {
  if (me == 0) {
    atomic_fetch_add(&sequence, 1);
    atomic_store(&a, 1);
    atomic_store(&b, 1);
    atomic_fetch_add(&sequence, 1);
  } else {
    int x = 0, y = 0;
    while (!read_pair(&x, &y)) {
      x = y = 0;
    }
    assert(x == y);
  }
}

int main(void) {
  run_all();
  return 0;
}
