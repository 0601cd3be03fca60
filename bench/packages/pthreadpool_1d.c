// SPDX-License-Identifier: Apache-2.0
// pthreadpool: a function for each of two items. WRONG: the sum is not atomic.
// packages: libpthreadpool-dev
// flags: -lpthreadpool
#include <assert.h>
#include <pthreadpool.h>
#include <stdatomic.h>

#ifdef WRONG
static int sum;
#else
static atomic_int sum;
#endif

static void add(void* unused, size_t i) {
  (void)unused;
  sum += (int)i + 1;
}

int main(void) {
  const pthreadpool_t pool = pthreadpool_create(2);
  pthreadpool_parallelize_1d(pool, add, NULL, 2, 0);
  assert(sum == 3);
  pthreadpool_destroy(pool);
  return 0;
}
