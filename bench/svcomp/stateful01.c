/* SPDX-License-Identifier: Apache-2.0 */
/* stateful01 [QPOR Table 3]: two threads, two sections each, on two numbers. Their sums do not
   depend on the order. BUG: the assertion denies it. */
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
  pthread_t a = started(first, 0), b = started(second, 0);
  finished(a);
  finished(b);
#ifdef BUG
  assert(data1 != 16 || data2 != 5);
#else
  assert(data1 == 16 && data2 == 5);
#endif
  return 0;
}
