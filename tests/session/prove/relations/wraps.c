// A number is less than its successor, unless that wraps around.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  const unsigned x = __VERIFIER_nondet_uint();
#ifndef BUG
  if (x > 4000000000U) return 0;
#endif
  const unsigned y = x + 1;
  assert(x < y);
  return 0;
}
