/* SPDX-License-Identifier: Apache-2.0 */
/* lazy01 [QPOR Table 3]: two threads add to a number, a third asserts that it is below the sum. */
#include "program.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void* one(void* unused) {
  LOCK(m);
  data++;
  UNLOCK(m);
  return unused;
}

static void* two(void* unused) {
  LOCK(m);
  data += 2;
  UNLOCK(m);
  return unused;
}

static void* look(void* unused) {
  LOCK(m);
  assert(data < 3);
  UNLOCK(m);
  return unused;
}

int main(void) {
  pthread_t a = started(one, 0), b = started(two, 0), c = started(look, 0);
  finished(a);
  finished(b);
  finished(c);
  return 0;
}
