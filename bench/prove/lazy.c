/* SPDX-License-Identifier: Apache-2.0 */
/* LAZY, and with BUG defined LAZY* [THESIS Sec.5.6]. */
#include "program.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void* one(void* unused) {
  LOCK(m);
  data += 1;
  UNLOCK(m);
  return unused;
}

static void* two(void* unused) {
  LOCK(m);
  data += 2;
  UNLOCK(m);
  return unused;
}

static void* three(void* unused) {
  LOCK(m);
#ifdef BUG
  assert(data < 13);
#else
  assert(0 <= data && data <= 13);
#endif
  UNLOCK(m);
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  data = nondet(0, 10);
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_create(&c, 0, three, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
