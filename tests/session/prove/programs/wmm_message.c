// SPDX-License-Identifier: Apache-2.0
// A message and its flag, with buffers of two places for each variable, as instrumented programs of
// weak memory have them: which place a read takes from is chosen, and flushed bits say what is
// left. BUG: the flag may be flushed before the message.
// options: --races=off
#include "competition.h"
static int x, y, seen_x, seen_y;
static int x_w_buff0, x_w_buff1, y_w_buff0;
static _Bool x_w_buff0_used, x_w_buff1_used, y_w_buff0_used;
static _Bool x_r_buff0_thd1, y_r_buff0_thd1;
static volatile int x_flush_delayed;
static _Bool weak_choice0, weak_choice2;
static int main_done;

static void* writer(void* p) {
  __VERIFIER_atomic_begin();
  x_w_buff1 = x_w_buff0;
  x_w_buff0 = 1;
  x_w_buff1_used = x_w_buff0_used;
  x_w_buff0_used = 1;
  check(!(x_w_buff1_used && x_w_buff0_used));
  x_r_buff0_thd1 = 1;
  __VERIFIER_atomic_end();
#ifndef BUG
  __VERIFIER_atomic_begin();
  x = x_w_buff0_used && x_r_buff0_thd1 ? x_w_buff0 : x_w_buff1_used ? x_w_buff1 : x;
  x_w_buff0_used = x_w_buff0_used && x_r_buff0_thd1 ? 0 : x_w_buff0_used;
  x_w_buff1_used = 0;
  x_r_buff0_thd1 = 0;
  __VERIFIER_atomic_end();
#endif
  __VERIFIER_atomic_begin();
  y_w_buff0 = 1;
  y_w_buff0_used = 1;
  y_r_buff0_thd1 = 1;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  y = y_w_buff0_used && y_r_buff0_thd1 ? y_w_buff0 : y;
  y_w_buff0_used = y_w_buff0_used && y_r_buff0_thd1 ? 0 : y_w_buff0_used;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  main_done = main_done + 1;
  __VERIFIER_atomic_end();
  return p;
}

static void* reader(void* p) {
  __VERIFIER_atomic_begin();
  seen_y = y;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  weak_choice0 = __VERIFIER_nondet_bool();
  weak_choice2 = __VERIFIER_nondet_bool();
  x_flush_delayed = weak_choice2;
  const int memory = x;
  x = !x_w_buff0_used ? x : weak_choice0 ? x : x_w_buff0_used && x_r_buff0_thd1 ? x : x;
  seen_x = x;
  x = x_flush_delayed ? memory : x;
  x_flush_delayed = 0;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  main_done = main_done + 1;
  __VERIFIER_atomic_end();
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  __VERIFIER_atomic_begin();
  const _Bool is_done = main_done == 2;
  __VERIFIER_atomic_end();
  assume_abort_if_not(is_done);
  __VERIFIER_atomic_begin();
  const _Bool is_wrong = seen_y == 1 && seen_x == 0;
  __VERIFIER_atomic_end();
  check(!is_wrong);
  return 0;
}
