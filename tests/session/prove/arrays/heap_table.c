// A table on the heap, with an unknown index: its elements are 0 or 3; the last one is last.
#include <assert.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

#define SIZE 50001

int main(void) {
  int* const table = calloc(SIZE, sizeof *table);
  if (table == NULL) return 0;
  const unsigned i = __VERIFIER_nondet_uint();
#ifdef BUG
  if (i <= SIZE) table[i] = 3;
#else
  if (i < SIZE) table[i] = 3;
#endif
  const unsigned k = __VERIFIER_nondet_uint() % SIZE;
  assert(table[k] == 0 || table[k] == 3);
  free(table);
  return 0;
}
