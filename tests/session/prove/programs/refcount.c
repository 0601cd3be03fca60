// SPDX-License-Identifier: Apache-2.0
// References to a device are counted in sections; the last one frees it. BUG: the thread gets its
// reference too late, itself.
#include "competition.h"
struct device {
  int refs;
  int data;
};
static struct device* d;

static void __VERIFIER_atomic_get(void) { d->refs++; }
static int __VERIFIER_atomic_put(void) { return --d->refs == 0; }

static void* user(void* p) {
#ifdef BUG
  __VERIFIER_atomic_get();
#endif
  if (__VERIFIER_atomic_put()) free(d);
  return p;
}

int main(void) {
  pthread_t t;
  d = malloc(sizeof *d);
  if (d == 0) return 0;
  d->refs = 1;
  d->data = __VERIFIER_nondet_int();
#ifndef BUG
  __VERIFIER_atomic_get();
#endif
  pthread_create(&t, 0, user, 0);
  if (__VERIFIER_atomic_put()) free(d);
  pthread_join(t, 0);
  return 0;
}
