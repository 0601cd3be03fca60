// SPDX-License-Identifier: Apache-2.0
/* A lock by test, then test and set, for ever. Proved: never two inside. -D BUG: the lock is set by
 * a store of its own after the test. */
#include <stdatomic.h>

#include "forever.h"
#include "inside.h"
#include "workers.h"

static atomic_int is_taken;

static void lock(void) {
  for (;;) {
    while (atomic_load(&is_taken)) {
    }
#ifndef BUG
    if (atomic_exchange(&is_taken, 1) == 0) return;
#else
    atomic_store(&is_taken, 1);
    return;
#endif
  }
}

static void* worker(void* number) {
  FOR_EVER {
    lock();
    critical();
    atomic_store(&is_taken, 0);
  }
  return number;
}
