// Both orders of atomic_overlap.c really happen.
// expect: verdict=bug kind=assertion executions=2 violations=1
//
// The load sees the store's byte in one of 2 traces.
#include "../support/spawn.h"

static union {
  uint32_t word;
  uint8_t bytes[4];
} x;

static void writer(void) { __atomic_store_n(&x.word, 0x01020304U, __ATOMIC_SEQ_CST); }

static void reader(void) { assert(__atomic_load_n(&x.bytes[1], __ATOMIC_SEQ_CST) == 0); }

int main(void) {
  run2(writer, reader);
  return 0;
}
