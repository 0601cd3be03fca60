// SPDX-License-Identifier: Apache-2.0
// What programs of the verification competition declare and define themselves.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __assert_fail(const char*, const char*, unsigned, const char*);

static inline void reach_error(void) { __assert_fail("0", "competition.h", 11, "reach_error"); }
static inline void assume_abort_if_not(int holds) {
  if (!holds) abort();
}
static inline void check(int holds) {
  if (!holds) {
    reach_error();
    abort();
  }
}
