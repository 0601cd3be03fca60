// SPDX-License-Identifier: Apache-2.0
// Two threads write one variable and read the other, each write through a buffer of one place that
// is flushed at any time: both may read the old values. Right: with fences, which flush.
// options: --races=off
#include "competition.h"
static int x, y, r0, r1, done;
static int x_buffer, y_buffer;
static _Bool x_is_buffered, y_is_buffered;

static void flush_x(_Bool now) {
  if (now && x_is_buffered) {
    x = x_buffer;
    x_is_buffered = 0;
  }
}
static void flush_y(_Bool now) {
  if (now && y_is_buffered) {
    y = y_buffer;
    y_is_buffered = 0;
  }
}

static void* first(void* p) {
  __VERIFIER_atomic_begin();
  x_buffer = 1;
  x_is_buffered = 1;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
#ifdef BUG
  flush_x(__VERIFIER_nondet_bool());
#else
  flush_x(1);
#endif
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  r0 = y;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  done++;
  __VERIFIER_atomic_end();
  return p;
}

static void* second(void* p) {
  __VERIFIER_atomic_begin();
  y_buffer = 1;
  y_is_buffered = 1;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
#ifdef BUG
  flush_y(__VERIFIER_nondet_bool());
#else
  flush_y(1);
#endif
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  r1 = x;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  done++;
  __VERIFIER_atomic_end();
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  __VERIFIER_atomic_begin();
  const _Bool is_done = done == 2;
  __VERIFIER_atomic_end();
  assume_abort_if_not(is_done);
  __VERIFIER_atomic_begin();
  flush_x(1);
  flush_y(1);
  const _Bool is_weak = r0 == 0 && r1 == 0;
  __VERIFIER_atomic_end();
  check(!is_weak);
  return 0;
}
