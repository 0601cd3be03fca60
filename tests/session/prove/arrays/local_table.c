// A large array of a function.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifdef BUG
#define SIZE 5000
#else
#define SIZE 100000
#endif

static int look_up(int key) {
  int table[SIZE];
  for (int i = 0; i < SIZE; ++i) table[i] = i & 15;
#ifdef BUG
  if (key < 0 || key > SIZE) return 0;
#else
  if (key < 0 || key >= SIZE) return 0;
#endif
  return table[key];
}

int main(void) {
  const int found = look_up(__VERIFIER_nondet_int());
  assert(found >= 0 && found < 16);
  return 0;
}
