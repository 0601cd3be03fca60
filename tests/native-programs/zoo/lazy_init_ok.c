// Lazy initialisation with pthread_once.
// expect: verdict=clean executions=2
//
// 2 orders of the entries.
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static atomic_int created;

static void create(void) { atomic_fetch_add(&created, 1); }

static void use(void) { pthread_once(&once, create); }

int main(void) {
  run2(use, use);
  assert(atomic_load(&created) == 1);
  return 0;
}
