// A program that executes code on its stack, as nested functions of gcc do.
// expect: verdict=clean executions=2
// libs: -z execstack
#include <assert.h>
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int flag;

static int seven(void) {
  volatile unsigned char code[] = {0xb8, 7, 0, 0, 0, 0xc3};  // mov $7, %eax; ret
  return ((int (*)(void))(void*)(unsigned char*)code)();
}

static void setter(void) { atomic_store(&flag, seven()); }

int main(void) {
  pthread_t t = spawn(setter);
  const int seen = atomic_load(&flag);
  assert(seen == 0 || seen == seven());
  join(t);
  return 0;
}
