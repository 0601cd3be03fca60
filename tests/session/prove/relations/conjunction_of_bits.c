// Where a conjunction of bits does not hold, one of them may.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
typedef unsigned _BitInt(1) Bit;

int main(void) {
  const int x = __VERIFIER_nondet_int();
  const int y = __VERIFIER_nondet_int();
  const Bit both = (Bit)(x < 5) & (Bit)(y < 5);
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
