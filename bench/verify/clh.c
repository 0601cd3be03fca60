// SPDX-License-Identifier: Apache-2.0
/* The queue lock of Craig, Landin and Hagersten, for ever: each waits at the flag of the one before
 * it and takes that one's node along for the next time. Proved: never two inside, no livelock.
 * -D BUG: each thread keeps its own node, which the next may still be looking at. */
#include <stdatomic.h>

#include "forever.h"
#include "inside.h"
#include "workers.h"

static atomic_int is_busy[N + 1]; /* node N has no owner: the lock is free */
static atomic_int tail = N;

static void* worker(void* number) {
  int mine = (int)(long)number;
  FOR_EVER {
    atomic_store(&is_busy[mine], 1);
    int before = atomic_exchange(&tail, mine);
    while (atomic_load(&is_busy[before])) {
    }
    critical();
    atomic_store(&is_busy[mine], 0);
#ifndef BUG
    mine = before;
#endif
  }
  return 0;
}
