// SPDX-License-Identifier: Apache-2.0
// A table is filled by the first thread, with double-checked locking in sections. BUG: the flag
// is set before the table.
// options: --races=off
#include "competition.h"
static _Bool is_ready;
static int table[2];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static _Bool ready(void) {
  __VERIFIER_atomic_begin();
  const _Bool result = is_ready;
  __VERIFIER_atomic_end();
  return result;
}
static void set_ready(void) {
  __VERIFIER_atomic_begin();
  is_ready = 1;
  __VERIFIER_atomic_end();
}

static void* user(void* p) {
  if (!ready()) {
    pthread_mutex_lock(&m);
    if (!ready()) {
#ifdef BUG
      set_ready();
#endif
      table[0] = 1;
      table[1] = 2;
#ifndef BUG
      set_ready();
#endif
    }
    pthread_mutex_unlock(&m);
  }
  check(table[0] + table[1] == 3);
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, user, 0);
  pthread_create(&b, 0, user, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
