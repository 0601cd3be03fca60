// SPDX-License-Identifier: Apache-2.0
// Readers and a writer with a lock of the library's. BUG: a reader writes.
#include "competition.h"
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int a, b, reads;

static void* reader(void* p) {
  pthread_rwlock_rdlock(&lock);
  check(a == b);
#ifdef BUG
  reads++;
#endif
  pthread_rwlock_unlock(&lock);
  (void)reads;
  return p;
}

static void* writer(void* p) {
  const int value = __VERIFIER_nondet_int();
  pthread_rwlock_wrlock(&lock);
  if (value > 0) {
    a = 1;
    b = 1;
  } else {
    a = 0;
    b = 0;
  }
  pthread_rwlock_unlock(&lock);
  return p;
}

int main(void) {
  pthread_t r, s, w;
  pthread_create(&r, 0, reader, 0);
  pthread_create(&s, 0, reader, 0);
  pthread_create(&w, 0, writer, 0);
  pthread_join(r, 0);
  pthread_join(s, 0);
  pthread_join(w, 0);
  return 0;
}
