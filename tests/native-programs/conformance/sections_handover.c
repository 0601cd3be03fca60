// What a section says makes the other thread access what the first one accessed outside: no race.
// expect: verdict=clean executions=2
//
// The reader sees the flag or not.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ready, x;

static void write_x(void) {
  x = 1;
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_mutex_unlock(&m);
}

static void read_x(void) {
  pthread_mutex_lock(&m);
  const int is_ready = ready;
  pthread_mutex_unlock(&m);
  if (is_ready) {
    assert(x == 1);
    x = 2;
  }
}

int main(void) {
  run2(write_x, read_x);
  return 0;
}
