/* SPDX-License-Identifier: Apache-2.0 */
/* What the programs of [THESIS Table 5.1] share: inputs, sections, assertions. */
#include <assert.h>
#include <pthread.h>
#include <skein/skein.h>

int __VERIFIER_nondet_int(void);

/* Any value from lo to hi. */
static inline int nondet(int lo, int hi) {
  int x = __VERIFIER_nondet_int();
  skein_assume(x >= lo);
  skein_assume(x <= hi);
  return x;
}

#define LOCK(m) pthread_mutex_lock(&(m))
#define UNLOCK(m) pthread_mutex_unlock(&(m))
