// x < y says y > x, and not y < x.
#include <assert.h>

extern long __VERIFIER_nondet_long(void);

int main(void) {
  const long x = __VERIFIER_nondet_long();
  const long y = __VERIFIER_nondet_long();
  if (x < y) {
#ifdef BUG
    assert(!(y > x));
#else
    assert(y > x);
#endif
  }
  return 0;
}
