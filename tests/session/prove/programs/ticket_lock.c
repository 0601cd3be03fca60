// SPDX-License-Identifier: Apache-2.0
// A lock with tickets; waiting is an assumption. BUG: a ticket is taken in two steps.
// options: --races=off
#include "competition.h"
static unsigned next_ticket, now_serving;
static int inside;

static unsigned __VERIFIER_atomic_take(void) {
  const unsigned mine = next_ticket;
  assume_abort_if_not(mine + 1 != now_serving);
  next_ticket++;
  return mine;
}

static void* thread(void* p) {
#ifdef BUG
  const unsigned mine = next_ticket;
  next_ticket = mine + 1;
#else
  const unsigned mine = __VERIFIER_atomic_take();
#endif
  __VERIFIER_atomic_begin();
  assume_abort_if_not(now_serving == mine);
  __VERIFIER_atomic_end();
  inside = 0;
  check(inside == 0);
  inside = 1;
  __VERIFIER_atomic_begin();
  now_serving++;
  __VERIFIER_atomic_end();
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, thread, 0);
  pthread_create(&b, 0, thread, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
