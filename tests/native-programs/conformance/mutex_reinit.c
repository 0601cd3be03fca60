// A destroyed mutex may be initialised again.
// expect: verdict=clean executions=4
// preload: yes
//
// Two phases, separated by joins, 2 orders each: 4. Initialisation and destruction are no
// operations.
#include "../support/spawn.h"

static pthread_mutex_t m;
static int n;

static void add(void) {
  assert(pthread_mutex_lock(&m) == 0);
  n++;
  assert(pthread_mutex_unlock(&m) == 0);
}

int main(void) {
  for (int phase = 0; phase < 2; phase++) {
    assert(pthread_mutex_init(&m, NULL) == 0);
    run2(add, add);
    assert(pthread_mutex_destroy(&m) == 0);
  }
  assert(n == 4);
  return 0;
}
