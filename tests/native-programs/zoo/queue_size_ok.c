// The queue has one operation that looks and takes.
// expect: verdict=clean executions=2
// preload: yes
//
// 2 orders.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int items = 1;

static int try_pop(void) {
  pthread_mutex_lock(&m);
  int has_one = items > 0;
  if (has_one) items--;
  pthread_mutex_unlock(&m);
  return has_one;
}

static void consumer(void) { try_pop(); }

int main(void) {
  run2(consumer, consumer);
  assert(items == 0);
  return 0;
}
