// The names of the software verification competition.
// expect: verdict=bug kind=assertion
// native: no
//
// Outside skein these functions do not exist, so the program is only compiled. No count: how many
// operations an atomic section has is not specified.
#include "../support/spawn.h"

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

static int x;

static void add(void) {
  __VERIFIER_atomic_begin();
  int seen = x;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  x = seen + 1;
  __VERIFIER_atomic_end();
}

int main(void) {
  run2(add, add);
  __VERIFIER_assume(x < 5);
  if (x != 2) reach_error();
  return 0;
}
