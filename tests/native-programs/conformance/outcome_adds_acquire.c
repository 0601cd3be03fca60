// A reader acquires what all additions before it have released; an addition acquires what an
// earlier store, or additions before a load that it comes after, have released.
// expect: verdict=clean
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int counter, go;
static int a, b, c;

static void first(void) {
  a = 1;
  atomic_fetch_add_explicit(&counter, 1, memory_order_release);
}

static void second(void) {
  b = 1;
  atomic_fetch_add_explicit(&counter, 1, memory_order_release);
}

static void third(void) {
  c = 1;
  atomic_store_explicit(&go, 1, memory_order_release);
  if (atomic_load_explicit(&counter, memory_order_relaxed) == 2) {
    atomic_fetch_add_explicit(&counter, 5, memory_order_acquire);
    assert(a == 1 && b == 1);
  }
  if (atomic_load_explicit(&counter, memory_order_acquire) == 7) assert(a == 1 && b == 1);
}

static void fourth(void) {
  if (atomic_load_explicit(&go, memory_order_relaxed) == 1) {
    atomic_fetch_add_explicit(&go, 1, memory_order_acquire);
    assert(c == 1);
  }
}

int main(void) {
  const pthread_t other = spawn(fourth);
  run3(first, second, third);
  join(other);
  return 0;
}
