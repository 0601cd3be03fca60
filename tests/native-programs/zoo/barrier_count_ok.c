// A barrier for the workers and main.
// expect: verdict=clean
#define _GNU_SOURCE
#include <stdatomic.h>

#include "../support/spawn.h"

static pthread_barrier_t done;
static atomic_int result;

static void worker(void) {
  atomic_fetch_add(&result, 1);
  pthread_barrier_wait(&done);
}

int main(void) {
  pthread_barrier_init(&done, NULL, 3);
  pthread_t a = spawn(worker);
  pthread_t b = spawn(worker);
  pthread_barrier_wait(&done);
  assert(atomic_load(&result) == 2);
  join(a);
  join(b);
  return 0;
}
