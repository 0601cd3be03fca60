// A write to where nothing is.
// expect: verdict=bug kind=crash
// preload: yes
//
// No count, see crash_null_bug.c.
#include "../support/spawn.h"

static void worker(void) {
  volatile char* wild = (volatile char*)(uintptr_t)0x123456789000U;
  *wild = 1;
}

int main(void) {
  join(spawn(worker));
  return 0;
}
