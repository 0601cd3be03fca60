// Exit handlers run in the opposite order of their registration, by whichever thread.
// expect: verdict=bug kind=assertion executions=2 violations=1
// preload: yes
//
// Two orders of registration.
#define _GNU_SOURCE
#include <stdlib.h>

#include "../support/spawn.h"

static int is_open = 1;

static void close_log(void) { is_open = 0; }
static void write_log(void) { assert(is_open); }
static void other(void) { atexit(close_log); }

int main(void) {
  pthread_t thread = spawn(other);
  atexit(write_log);
  join(thread);
  return 0;
}
