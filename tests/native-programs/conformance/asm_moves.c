// Two threads hand over by inline assembly that consists of plain moves, as some libraries of
// atomics do. skein does not see these accesses, so nothing is proved.
// expect: verdict=incomplete executions=1
#include <assert.h>

#include "../support/spawn.h"

static int flag;

static void store(int* p, int v) { __asm__ volatile("movl %1, %0" : "=m"(*p) : "r"(v) : "memory"); }

static int load(const int* p) {
  int v;
  __asm__ volatile("movl %1, %0" : "=r"(v) : "m"(*p) : "memory");
  return v;
}

static void setter(void) { store(&flag, 1); }

int main(void) {
  pthread_t t = spawn(setter);
  const int seen = load(&flag);
  join(t);
  assert(seen == 0 || seen == 1);
  return 0;
}
