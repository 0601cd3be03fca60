// SPDX-License-Identifier: Apache-2.0
// Three threads, a chain of causes through two variables, one of them buffered for one thread.
// BUG: the third sees what is still in a buffer.
// options: --races=off
#include "competition.h"
static int x, y, z, r1, r2, ended;
static int y_w_buff0, y_w_buff1;
static _Bool y_w_buff0_used, y_w_buff1_used, y_r_buff0_thd2, y_r_buff1_thd2;
static _Bool y_r_buff0_thd3;
static volatile int y_flush_delayed;
static int y_mem_tmp;
static _Bool weak_choice0, weak_choice2;

static void* P0(void* p) {
  __VERIFIER_atomic_begin();
  x = 1;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  ended = ended + 1;
  __VERIFIER_atomic_end();
  return p;
}

static void* P1(void* p) {
  __VERIFIER_atomic_begin();
  r1 = x;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  y_w_buff1 = y_w_buff0;
  y_w_buff0 = 1;
  y_w_buff1_used = y_w_buff0_used;
  y_w_buff0_used = 1;
  check(!(y_w_buff1_used && y_w_buff0_used));
  y_r_buff1_thd2 = y_r_buff0_thd2;
  y_r_buff0_thd2 = 1;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  y = y_w_buff0_used && y_r_buff0_thd2 ? y_w_buff0
                                       : (y_w_buff1_used && y_r_buff1_thd2 ? y_w_buff1 : y);
  y_w_buff0_used = y_w_buff0_used && y_r_buff0_thd2 ? 0 : y_w_buff0_used;
  y_w_buff1_used =
      (y_w_buff0_used && y_r_buff0_thd2) || (y_w_buff1_used && y_r_buff1_thd2) ? 0 : y_w_buff1_used;
  y_r_buff0_thd2 = y_w_buff0_used && y_r_buff0_thd2 ? 0 : y_r_buff0_thd2;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  ended = ended + 1;
  __VERIFIER_atomic_end();
  return p;
}

static void* P2(void* p) {
  __VERIFIER_atomic_begin();
  weak_choice0 = __VERIFIER_nondet_bool();
  weak_choice2 = __VERIFIER_nondet_bool();
  y_flush_delayed = weak_choice2;
  y_mem_tmp = y;
#ifdef BUG
  y = weak_choice0 && y_w_buff0_used ? y_w_buff0 : y;
#else
  y = !y_w_buff0_used || (!y_r_buff0_thd3 && !y_w_buff1_used)
          ? y
          : (y_w_buff0_used && y_r_buff0_thd3 ? y_w_buff0 : y);
#endif
  r2 = y;
  y = y_flush_delayed ? y_mem_tmp : y;
  y_flush_delayed = 0;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  z = x;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  ended = ended + 1;
  __VERIFIER_atomic_end();
  return p;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, P0, 0);
  pthread_create(&b, 0, P1, 0);
  pthread_create(&c, 0, P2, 0);
  __VERIFIER_atomic_begin();
  const _Bool is_done = ended == 3;
  __VERIFIER_atomic_end();
  assume_abort_if_not(is_done);
  __VERIFIER_atomic_begin();
#ifdef BUG
  const _Bool is_wrong = r2 == 1 && z == 0;
#else
  const _Bool is_wrong = r1 == 1 && r2 == 1 && z == 0;
#endif
  __VERIFIER_atomic_end();
  check(!is_wrong);
  return 0;
}
