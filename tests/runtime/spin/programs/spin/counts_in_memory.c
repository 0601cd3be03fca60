/* Counts its failed attempts where others can see it: progress, so never cut. Needs a bound. */
#include "spawn2.h"
static atomic_int flag;
static int failures[64 * N];
static void body(int me) {
  if (me == 0) atomic_store(&flag, 1);
  while (!atomic_load(&flag)) ++failures[64 * me];
}

int main(void) {
  run_all();
  return 0;
}
