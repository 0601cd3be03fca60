// memset and memcpy of all of an array, and of a part of one.
#include <assert.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

#define SIZE (1 << 16)
static char source[SIZE], target[SIZE];
static int numbers[SIZE];

int main(void) {
  const unsigned i = __VERIFIER_nondet_uint() % SIZE;
  const unsigned k = __VERIFIER_nondet_uint() % SIZE;
  source[i] = 5;
  memset(source, 1, sizeof source);
  assert(source[k] == 1);
  memcpy(target, source, sizeof target);
  assert(target[k] == 1);
#ifdef BUG
  memset(target, 2, SIZE / 2);
#endif
  assert(target[SIZE - 1 - k] == 1);
  memset(numbers, 0xff, sizeof numbers);
  assert(numbers[k] == -1);
  return 0;
}
