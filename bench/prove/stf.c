/* SPDX-License-Identifier: Apache-2.0 */
/* STF with plain variables [THESIS Sec.5.6; POET Table 1]: each thread locks twice. */
#include "program.h"

static pthread_mutex_t ma = PTHREAD_MUTEX_INITIALIZER;
static int data1 = 10, data2 = 10;

static void* first(void* unused) {
  LOCK(ma);
  data1++;
  UNLOCK(ma);
  LOCK(ma);
  data2++;
  UNLOCK(ma);
  return unused;
}

static void* second(void* unused) {
  LOCK(ma);
  data1 += 5;
  UNLOCK(ma);
  LOCK(ma);
  data2 -= 6;
  UNLOCK(ma);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(data1 == 16 && data2 == 5);
  return 0;
}
