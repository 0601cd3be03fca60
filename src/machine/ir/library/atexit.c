// SPDX-License-Identifier: Apache-2.0
/* atexit, and its C++ variant with an argument. All threads share the registered functions; the
 * machine calls at_exit when main returns or exit is called. */
#include <stdatomic.h>
#include <stdlib.h>

#include "machine/ir/library/machine.h"

enum { kMost = 32 };

static void (*_Atomic handlers[kMost])(void*);
static void* _Atomic arguments[kMost];
static atomic_int count;

static void at_exit(void) {
  for (;;) {
    const int i = atomic_load(&count);
    if (i == 0) return;
    void (*handler)(void*) = atomic_load(&handlers[i - 1]);
    void* const argument = atomic_load(&arguments[i - 1]);
    atomic_store(&count, i - 1);
    handler(argument);
  }
}

int __cxa_atexit(void (*function)(void*), void* argument, void* library) {
  (void)library;
  __skein_ir_on_program_exit(at_exit);
  const int i = atomic_fetch_add(&count, 1);
  if (i >= kMost) {
    atomic_fetch_sub(&count, 1);
    return 1;
  }
  atomic_store(&arguments[i], argument);
  atomic_store(&handlers[i], function);
  return 0;
}

/* A function without a parameter ignores the argument. */
int atexit(void (*function)(void)) { return __cxa_atexit((void (*)(void*))(void*)function, 0, 0); }
