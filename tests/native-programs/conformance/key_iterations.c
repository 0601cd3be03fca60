// A destructor that sets its value again is called again, PTHREAD_DESTRUCTOR_ITERATIONS times.
// expect: verdict=clean executions=1
// preload: yes
//
// One thread, nothing shared at the same time: one trace.
#define _GNU_SOURCE
#include <limits.h>

#include "../support/spawn.h"

static pthread_key_t key;
static int calls;

static void again(void* value) {
  calls++;
  pthread_setspecific(key, value);
}

static void user(void) { pthread_setspecific(key, &calls); }

int main(void) {
  pthread_key_create(&key, again);
  pthread_t t = spawn(user);
  join(t);
  assert(calls == PTHREAD_DESTRUCTOR_ITERATIONS);
  return 0;
}
