// What two variables were compared for ends with the turn of the loop in which one gets another
// value.
#include <assert.h>

extern long __VERIFIER_nondet_long(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  const unsigned turns = __VERIFIER_nondet_uint() % 4;
  const long y = __VERIFIER_nondet_long();
  for (unsigned turn = 0; turn < turns; turn++) {
    const long x = __VERIFIER_nondet_long();
#ifdef BUG
    if (turn == 0 && x != y) return 0;
#else
    if (x != y) return 0;
#endif
    assert(x == y);
  }
  return 0;
}
