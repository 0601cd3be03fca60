/* SPDX-License-Identifier: Apache-2.0 */
/* COND: a decision that two unknowns make, asked again [THESIS Sec.5.6]. */
#include "program.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int z;

static void* thread(void* unused) {
  int x = nondet(0, 1000);
  int y = nondet(0, 1000);
  LOCK(m);
  if (x == y) {
    z = 0;
  } else {
    z = 1;
  }
  if (z == 0) {
    assert(x == y);
  } else {
    assert(x != y);
  }
  UNLOCK(m);
  return unused;
}

int main(void) {
  pthread_t threads[5];
  for (int i = 0; i < 5; i++) pthread_create(&threads[i], 0, thread, 0);
  for (int i = 0; i < 5; i++) pthread_join(threads[i], 0);
  return 0;
}
