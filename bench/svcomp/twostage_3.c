/* SPDX-License-Identifier: Apache-2.0 */
/* twostage_3 [QPOR Table 3]: two writers set data1 under one lock and data2 = data1 + 1 under
   another; a reader that finds data1 set expects data2 to be set too: a bug. */
#include "program.h"

static pthread_mutex_t m1 = PTHREAD_MUTEX_INITIALIZER, m2 = PTHREAD_MUTEX_INITIALIZER;
static int data1, data2;

static void* writer(void* unused) {
  LOCK(m1);
  data1 = 1;
  int seen = data1;
  UNLOCK(m1);
  LOCK(m2);
  data2 = seen + 1;
  UNLOCK(m2);
  return unused;
}

static void* reader(void* unused) {
  LOCK(m1);
  int first = data1;
  UNLOCK(m1);
  if (first == 0) return unused;
  LOCK(m2);
  int second = data2;
  UNLOCK(m2);
  assert(second == first + 1);
  return unused;
}

int main(void) {
  pthread_t a = started(writer, 0), b = started(writer, 0), c = started(reader, 0);
  finished(a);
  finished(b);
  finished(c);
  return 0;
}
