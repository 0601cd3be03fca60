/* SPDX-License-Identifier: Apache-2.0 */
/* MONAB1 [THESIS Sec.5.6]. */
#include "program.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int s;

static void* thread(void* unused) {
  int l = __VERIFIER_nondet_int();
  l = 4;
  LOCK(m);
  s = l;
  assert(s == l);
  UNLOCK(m);
  return unused;
}

int main(void) {
  pthread_t threads[5];
  for (int i = 0; i < 5; i++) pthread_create(&threads[i], 0, thread, 0);
  for (int i = 0; i < 5; i++) pthread_join(threads[i], 0);
  return 0;
}
