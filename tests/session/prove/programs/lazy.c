// SPDX-License-Identifier: Apache-2.0
// Three threads change a number under a lock; the third asks for a value. BUG: that value is
// possible.
#include "competition.h"
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;
#ifdef BUG
enum { kBad = 3 };
#else
enum { kBad = 4 };
#endif

static void* one(void* p) {
  pthread_mutex_lock(&lock);
  data++;
  pthread_mutex_unlock(&lock);
  return p;
}

static void* two(void* p) {
  pthread_mutex_lock(&lock);
  data += 2;
  pthread_mutex_unlock(&lock);
  return p;
}

static void* three(void* p) {
  pthread_mutex_lock(&lock);
  check(data < kBad);
  pthread_mutex_unlock(&lock);
  return p;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_create(&c, 0, three, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
