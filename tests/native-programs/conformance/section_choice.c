// Choices, branches, loops, calls, allocation and addresses that are read, in atomic sections.
// expect: verdict=clean executions=4
// native: no
//
// Two values are chosen, and the sections have two orders.
#include <stdlib.h>

#include "../support/spawn.h"

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int x, y;
static int* p;

static void add(int by) {
  for (int i = 0; i < 2; i++) x += by;
  y = x;
}

static void __VERIFIER_atomic_change(void) {
  if (__VERIFIER_nondet_bool()) {
    add(1);
  } else {
    add(-1);
  }
  free(p);
  p = malloc(sizeof *p);
  *p = x;
}

static void look(void) {
  __VERIFIER_atomic_begin();
  assert(x == y && *p == x);
  __VERIFIER_atomic_end();
}

int main(void) {
  p = malloc(sizeof *p);
  *p = 0;
  run2(__VERIFIER_atomic_change, look);
  assert(x == 2 || x == -2);
  free(p);
  return 0;
}
