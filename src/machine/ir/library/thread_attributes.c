// SPDX-License-Identifier: Apache-2.0
/* Attributes of threads: memory like any other (attributes.c). Only the detached state matters. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

#include "machine/ir/library/machine.h"

struct ThreadAttributes {
  int state;
  int scope;
  size_t stack; /* 0: the default */
  size_t guard;
};

_Static_assert(sizeof(struct ThreadAttributes) <= sizeof(pthread_attr_t), "does not fit");

enum { kDefaultStack = 8 << 20, kPage = 4096, kLeastStack = 16384 };

static struct ThreadAttributes* of(const pthread_attr_t* a) { return (struct ThreadAttributes*)a; }

int pthread_attr_init(pthread_attr_t* a) {
  of(a)->state = PTHREAD_CREATE_JOINABLE;
  of(a)->scope = PTHREAD_SCOPE_SYSTEM;
  of(a)->stack = 0;
  of(a)->guard = kPage;
  return 0;
}

int pthread_attr_destroy(pthread_attr_t* a) {
  (void)a;
  return 0;
}

int pthread_attr_setdetachstate(pthread_attr_t* a, int state) {
  if (state != PTHREAD_CREATE_JOINABLE && state != PTHREAD_CREATE_DETACHED) return EINVAL;
  of(a)->state = state;
  return 0;
}

int pthread_attr_getdetachstate(const pthread_attr_t* a, int* state) {
  *state = of(a)->state;
  return 0;
}

int pthread_attr_setscope(pthread_attr_t* a, int scope) {
  if (scope == PTHREAD_SCOPE_PROCESS) return ENOTSUP;
  if (scope != PTHREAD_SCOPE_SYSTEM) return EINVAL;
  of(a)->scope = scope;
  return 0;
}

int pthread_attr_getscope(const pthread_attr_t* a, int* scope) {
  *scope = of(a)->scope;
  return 0;
}

int pthread_attr_setstacksize(pthread_attr_t* a, size_t size) {
  if (size < kLeastStack) return EINVAL;
  of(a)->stack = size;
  return 0;
}

int pthread_attr_getstacksize(const pthread_attr_t* a, size_t* size) {
  *size = of(a)->stack ? of(a)->stack : kDefaultStack;
  return 0;
}

int pthread_attr_setguardsize(pthread_attr_t* a, size_t size) {
  of(a)->guard = size;
  return 0;
}

int pthread_attr_getguardsize(const pthread_attr_t* a, size_t* size) {
  *size = of(a)->guard;
  return 0;
}

int pthread_create(pthread_t* thread, const pthread_attr_t* a, void* (*function)(void*),
                   void* argument) {
  const int state = a ? of(a)->state : PTHREAD_CREATE_JOINABLE;
  return __skein_ir_thread_create(thread, state == PTHREAD_CREATE_DETACHED, function, argument);
}
