// SPDX-License-Identifier: Apache-2.0
/* A ticket lock for ever, its tickets counted modulo as many as there are threads: there are never
 * more of them out. Proved: never two inside, no livelock. -D BUG: one ticket fewer, so that two
 * threads may hold the same. */
#include <stdatomic.h>

#ifndef N
#define N 3
#endif
#include "forever.h"
#include "inside.h"
#include "workers.h"

#ifdef BUG
#define TICKETS (N - 1)
#else
#define TICKETS N
#endif

static atomic_int next_ticket, now_serving;

static int draw(void) {
  int ticket = atomic_load(&next_ticket);
  while (!atomic_compare_exchange_strong(&next_ticket, &ticket, (ticket + 1) % TICKETS)) {
  }
  return ticket;
}

static void* worker(void* number) {
  FOR_EVER {
    int ticket = draw();
    while (atomic_load(&now_serving) != ticket) {
    }
    critical();
    atomic_store(&now_serving, (ticket + 1) % TICKETS);
  }
  return number;
}
