/* SPDX-License-Identifier: Apache-2.0 */
/* stack [QPOR Table 3]: one thread pushes SIZE numbers, another pops SIZE times, a section each.
   The reader looks whether there is something. BUG: it looks at a flag that is set by the first
   push and never cleared, and may pop from an empty stack. */
#include "program.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int items[SIZE], top, has_items;

static void* push(void* unused) {
  for (int k = 0; k < SIZE; k++) {
    LOCK(m);
    assert(top < SIZE);
    items[top] = k;
    top++;
    has_items = 1;
    UNLOCK(m);
  }
  return unused;
}

static void* pop(void* unused) {
  for (int k = 0; k < SIZE; k++) {
    LOCK(m);
#ifdef BUG
    if (has_items) {
#else
    if (top > 0) {
#endif
      assert(top > 0);
      top--;
      int value = items[top];
      assert(value >= 0);
    }
    UNLOCK(m);
  }
  return unused;
}

int main(void) {
  pthread_t a = started(push, 0), b = started(pop, 0);
  finished(a);
  finished(b);
  return 0;
}
