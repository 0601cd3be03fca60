/* atexit: what is to be called is shared by all threads; the machine calls at_exit when main
 * returns or exit is called. */
#include <stdatomic.h>
#include <stdlib.h>

#include "machine/ir_library/machine.h"

enum { kMost = 32 };

static void (*_Atomic handlers[kMost])(void);
static atomic_int count;

static void at_exit(void) {
  for (int i = atomic_load(&count); i > 0; i--) {
    atomic_store(&count, i - 1);
    void (*handler)(void) = atomic_load(&handlers[i - 1]);
    handler();
    if (atomic_load(&count) > i - 1) i = atomic_load(&count) + 1; /* it registered more */
  }
}

int atexit(void (*function)(void)) {
  __skein_ir_on_program_exit(at_exit);
  const int i = atomic_fetch_add(&count, 1);
  if (i >= kMost) {
    atomic_fetch_sub(&count, 1);
    return 1;
  }
  atomic_store(&handlers[i], function);
  return 0;
}
