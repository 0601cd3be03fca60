// Where a conjunction does not hold, one of its parts may.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  const int x = __VERIFIER_nondet_int();
  const int y = __VERIFIER_nondet_int();
  const int both = (x < 5) & (y < 5);
  if (both) {
    assert(x < 5 && y < 5);
  } else {
#ifdef BUG
    assert(x >= 5);
#else
    assert(x >= 5 || y >= 5);
#endif
  }
  return 0;
}
