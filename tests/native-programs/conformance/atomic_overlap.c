// Accesses of different sizes to the same bytes depend on each other.
// expect: verdict=clean executions=2
//
// The store of four bytes comes before or after the load of one of them.
#include "../support/spawn.h"

static union {
  uint32_t word;
  uint8_t bytes[4];
} x;

static void writer(void) { __atomic_store_n(&x.word, 0x01020304U, __ATOMIC_SEQ_CST); }

static void reader(void) {
  uint8_t seen = __atomic_load_n(&x.bytes[1], __ATOMIC_SEQ_CST);
  assert(seen == 0 || seen == 3);
}

int main(void) {
  run2(writer, reader);
  return 0;
}
