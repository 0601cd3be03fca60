// What a condition says about one element says nothing about the others.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

#define SIZE (1 << 16)
static int numbers[SIZE];

int main(void) {
  const unsigned i = __VERIFIER_nondet_uint() % SIZE;
  const unsigned k = __VERIFIER_nondet_uint() % SIZE;
  numbers[__VERIFIER_nondet_uint() % SIZE] = 3;
  if (numbers[i] == 3) {
#ifdef BUG
    assert(numbers[k] == 3);
#else
    assert(numbers[k] == 3 || numbers[k] == 0);
#endif
  }
  return 0;
}
