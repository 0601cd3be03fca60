// An element that is read twice has one value, unless some element was written in between.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

#define SIZE (1 << 16)
static int numbers[SIZE];

int main(void) {
  const unsigned i = __VERIFIER_nondet_uint() % SIZE;
  const unsigned k = __VERIFIER_nondet_uint() % SIZE;
  numbers[k] = 3;
  const int before = numbers[i];
#ifdef BUG
  numbers[k] = 4;
#endif
  assert(numbers[i] == before);
  return 0;
}
