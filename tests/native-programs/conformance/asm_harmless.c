// Inline assembly that accesses no memory of other threads: barriers, pauses, the processor's
// clock, the own stack.
// expect: verdict=clean executions=2
#include <assert.h>
#include <stdatomic.h>

#include "../support/spawn.h"

static atomic_int flag;

static unsigned control_word(void) {
  unsigned short word = 0;
  __asm__ volatile("fnstcw %0" : "=m"(word));
  return word;
}

static void setter(void) {
  __asm__ volatile("" ::: "memory");
  atomic_store(&flag, 1);
  __asm__ volatile("mfence" ::: "memory");
  assert(control_word() != 0);
}

int main(void) {
  pthread_t t = spawn(setter);
  __asm__ volatile("rep; nop");
  (void)atomic_load(&flag);
  unsigned low, high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  join(t);
  return 0;
}
