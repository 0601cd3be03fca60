// SPDX-License-Identifier: Apache-2.0
// A counter that is raised by compare-and-swap, which is a section. BUG: the comparison is missing.
// options: --races=off
#include "competition.h"
static unsigned value;

static void __VERIFIER_atomic_cas(unsigned* at, unsigned expected, unsigned desired,
                                  unsigned* done) {
#ifdef BUG
  (void)expected;
#else
  if (*at != expected) {
    *done = 0;
    return;
  }
#endif
  *at = desired;
  *done = 1;
}

static void* increment(void* p) {
  unsigned before, done;
  do {
    before = value;
    if (before == 0xffffffffu) return p;
    __VERIFIER_atomic_cas(&value, before, before + 1, &done);
  } while (!done);
  check(value > before);
  return p;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, increment, 0);
  pthread_create(&b, 0, increment, 0);
  pthread_create(&c, 0, increment, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  check(value == 3);
  return 0;
}
