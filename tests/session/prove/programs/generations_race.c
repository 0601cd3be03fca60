// SPDX-License-Identifier: Apache-2.0
// One thread allocates and ends, two others write then, one after the other. BUG: both at once.
#include "competition.h"
static char* shared;

static void* make(void* p) {
  shared = malloc(1);
  if (shared == 0) abort();
  return p;
}
static void* one(void* p) {
  shared[0] = 'X';
  return p;
}
static void* two(void* p) {
  shared[0] = 'Y';
  return p;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, make, 0);
  pthread_join(a, 0);
  pthread_create(&b, 0, one, 0);
#ifndef BUG
  pthread_join(b, 0);
#endif
  pthread_create(&c, 0, two, 0);
#ifdef BUG
  pthread_join(b, 0);
#endif
  pthread_join(c, 0);
  check(shared[0] == 'X' || shared[0] == 'Y');
  free(shared);
  return 0;
}
