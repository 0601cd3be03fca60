// What is known about an element ends where the index gets another value.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

#define SIZE (1 << 16)
static int numbers[SIZE];

int main(void) {
  unsigned i = __VERIFIER_nondet_uint() % SIZE;
  numbers[__VERIFIER_nondet_uint() % SIZE] = 3;
  for (unsigned turn = 0; turn < 2; turn++) {
#ifdef BUG
    i = __VERIFIER_nondet_uint() % SIZE;
#endif
    if (turn == 0) {
      if (numbers[i] != 3) return 0;
    } else {
      assert(numbers[i] == 3);
    }
  }
  return 0;
}
