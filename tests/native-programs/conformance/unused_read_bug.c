// A read whose value is not used races all the same. Optimisation would remove it: sources are
// compiled without, unless --cflags says otherwise.
// expect: verdict=bug kind=race
#include "../support/spawn.h"

static int x;

static void write_it(void) { x = 1; }

int main(void) {
  pthread_t writer = spawn(write_it);
  int unused = x;
  (void)unused;
  join(writer);
  return 0;
}
