// An element that is read twice has one value, as long as the index is the same.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

#define SIZE (1 << 16)
static int numbers[SIZE];

int main(void) {
  const unsigned turns = __VERIFIER_nondet_uint() % 3;
  unsigned i = __VERIFIER_nondet_uint() % SIZE;
  numbers[__VERIFIER_nondet_uint() % SIZE] = 3;
  for (unsigned turn = 0; turn < turns; turn++) {
    const int before = numbers[i];
#ifdef BUG
    i = __VERIFIER_nondet_uint() % SIZE;
#endif
    assert(numbers[i] == before);
  }
  return 0;
}
