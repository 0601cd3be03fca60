// SPDX-License-Identifier: Apache-2.0
// An array of as many elements as the input says. BUG: one element too many is written.
#include <assert.h>
#include <skein/skein.h>
#include <stdlib.h>

int main(void) {
  const int n = (int)skein_any(0, 100000);
  int* const a = malloc(n * sizeof *a);
  if (a == NULL) return 1;
#ifdef BUG
  for (int i = 0; i <= n; i++) a[i] = 7;
#else
  for (int i = 0; i < n; i++) a[i] = 7;
#endif
  for (int i = 0; i < n; i++) assert(a[i] == 0 || a[i] == 7);
  free(a);
  return 0;
}
