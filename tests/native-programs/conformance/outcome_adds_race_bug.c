// Two threads add to a counter, with all memory orders one could wish for, and the second believes
// that the first has come before.
// expect: verdict=bug kind=race executions=2
//
// The order of the additions is not observable, and no run may take one of them for the order in
// which `data` is accessed. Once these accesses are known to race, their two orders are explored.
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int counter;
int data;

static void writer(void) {
  data = 1;
  atomic_fetch_add(&counter, 1);
}

static void reader(void) {
  atomic_fetch_add(&counter, 1);
  assert(data <= 1);
}

int main(void) {
  run2(writer, reader);
  return 0;
}
