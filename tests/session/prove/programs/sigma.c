// SPDX-License-Identifier: Apache-2.0
// Each thread writes its own element; main adds them up. BUG: two threads may get the same element.
// options: --races=off
#include "competition.h"
enum { kThreads = 3 };
static int array[kThreads], next;

static void* thread(void* p) {
#ifdef BUG
  const int mine = next;
  next = mine + 1;
#else
  __VERIFIER_atomic_begin();
  const int mine = next++;
  __VERIFIER_atomic_end();
#endif
  array[mine] = 1;
  return p;
}

int main(void) {
  pthread_t t[kThreads];
  for (int i = 0; i < kThreads; i++) pthread_create(&t[i], 0, thread, 0);
  for (int i = 0; i < kThreads; i++) pthread_join(t[i], 0);
  int sum = 0;
  for (int i = 0; i < kThreads; i++) sum += array[i];
  check(sum == kThreads);
  return 0;
}
