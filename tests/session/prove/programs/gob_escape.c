// SPDX-License-Identifier: Apache-2.0
// The address of a local escapes to a thread.
// BUG: main writes it before the join.
#include "competition.h"
static void* first(void* p) {
  *(int*)p = 3;
  return 0;
}
int main(void) {
  pthread_t a;
  int local = 1;
  pthread_create(&a, 0, first, &local);
#ifdef BUG
  local = 2;
#endif
  pthread_join(a, 0);
  check(local == 3);
  return 0;
}
