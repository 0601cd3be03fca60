// SPDX-License-Identifier: Apache-2.0
// A barrier that counts: the last one opens it for all. BUG: it opens one too early.
// options: --races=off
#include "competition.h"
enum { kThreads = 2 };
static int arrived, done;
static _Bool is_open;

static void* thread(void* p) {
  done = 1;
  __VERIFIER_atomic_begin();
  arrived++;
#ifdef BUG
  if (arrived == kThreads - 1) is_open = 1;
#else
  if (arrived == kThreads) is_open = 1;
#endif
  __VERIFIER_atomic_end();
  while (!is_open) {
  }
  check(arrived == kThreads);
  return p;
}

int main(void) {
  pthread_t t[kThreads];
  for (int i = 0; i < kThreads; i++) pthread_create(&t[i], 0, thread, 0);
  for (int i = 0; i < kThreads; i++) pthread_join(t[i], 0);
  check(done == 1);
  return 0;
}
