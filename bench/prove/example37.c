/* SPDX-License-Identifier: Apache-2.0 */
/* [THESIS Example 37]: each thread adds a number that its loop leaves unknown. The program is safe,
 * which thread-modular analyses do not see: they let one thread read what it has written itself. */
#include <stdatomic.h>

#include "program.h"

static atomic_int g;

static void* first(void* unused) {
  int i = 0;
  while (i++ < 99) {
    if (__VERIFIER_nondet_int()) break;
  }
  g += i;
  return unused;
}

static void* second(void* unused) {
  int j = 0;
  while (j++ < 149) {
    if (__VERIFIER_nondet_int()) break;
  }
  g += j;
  assert(g <= 250);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
