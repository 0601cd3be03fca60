// Atomics of sizes that no instruction has; the compilers leave them to libatomic.
// expect: verdict=bug kind=assertion executions=3
// libs: -latomic
//
// The writer stores a, then b; the reader loads b, then a: 3 outcomes. In one b is new.
#include <stdatomic.h>

#include "../support/spawn.h"

struct Small {
  char c[3];
};
struct Large {
  int i[3];
};

static _Alignas(16) _Atomic struct Small a;
static _Alignas(16) _Atomic struct Large b;

static void writer(void) {
  const struct Small small = {{1, 1, 1}};
  const struct Large large = {{2, 2, 2}};
  atomic_store(&a, small);
  atomic_store(&b, large);
}

static void reader(void) {
  const struct Large large = atomic_load(&b);
  const struct Small small = atomic_load(&a);
  assert(large.i[0] == large.i[2] && small.c[0] == small.c[2]);
  assert(large.i[0] != 2);
}

int main(void) {
  run2(writer, reader);
  return 0;
}
