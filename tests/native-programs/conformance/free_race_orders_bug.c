// One thread frees a block that another one writes to. That is a race, and in one of the two orders
// also a use after free: the end of a block is a step once its bytes race.
// expect: verdict=bug kind=memory executions=2
// expect: N=5000 verdict=bug kind=memory executions=2
// needs: memory
//
// The write and the free are the only steps that depend on each other: two traces. N: how far into
// the block the write goes (0 without an argument).
#include <stdlib.h>

#include "../support/spawn.h"

static char* block;
static int offset;

static void writer(void) { block[offset] = 1; }
static void freer(void) { free(block); }

int main(int argc, char** argv) {
  offset = argc > 1 ? atoi(argv[1]) : 0;
  block = malloc(8192);
  run2(writer, freer);
  return 0;
}
