// What two variables were compared for holds until one of them gets another value.
#include <assert.h>

extern long __VERIFIER_nondet_long(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  const unsigned turns = __VERIFIER_nondet_uint() % 4;
  const long y = __VERIFIER_nondet_long();
  long x = __VERIFIER_nondet_long();
  if (x != y) return 0;
  for (unsigned turn = 0; turn < turns; turn++) {
    assert(x == y);
    if (x != y) return 0;
#ifdef BUG
    x = __VERIFIER_nondet_long();
#endif
  }
  return 0;
}
