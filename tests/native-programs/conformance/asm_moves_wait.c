// A thread waits for a flag in a loop of inline assembly. No thread can be preempted there, so the
// loop does not end; that is not a bug of the program.
// expect: verdict=incomplete
// options: --max-step-seconds=1
// needs: spin
#include <assert.h>

#include "../support/spawn.h"

static int flag;

static int load(const int* p) {
  int v;
  __asm__ volatile("movl %1, %0" : "=r"(v) : "m"(*p) : "memory");
  return v;
}

static void setter(void) { __asm__ volatile("movl $1, %0" : "=m"(flag) : : "memory"); }

int main(void) {
  pthread_t t = spawn(setter);
  while (!load(&flag)) __asm__ volatile("rep; nop");
  join(t);
  return 0;
}
