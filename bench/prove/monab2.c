/* SPDX-License-Identifier: Apache-2.0 */
/* MONAB2 [THESIS Sec.5.6]. */
#include "program.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int s, l;

static void* thread(void* unused) {
  LOCK(m);
  assert(l == 0 || s == 1);
  s = 1;
  l = 1;
  UNLOCK(m);
  return unused;
}

int main(void) {
  pthread_t threads[5];
  for (int i = 0; i < 5; i++) pthread_create(&threads[i], 0, thread, 0);
  for (int i = 0; i < 5; i++) pthread_join(threads[i], 0);
  return 0;
}
