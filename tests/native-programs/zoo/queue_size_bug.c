// A thread-safe queue: size and pop are safe each, but not together.
// expect: verdict=bug kind=assertion executions=6 violations=4
// preload: yes
//
// Each thread has a section for the size and, if that was 1, one for the pop. One after the other:
// 2 orders, the second one sees 0. Both look first: 2 orders of the looks, 2 of the pops, and the
// second pop finds nothing. 2 + 4.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int items = 1;

static int size(void) {
  pthread_mutex_lock(&m);
  int n = items;
  pthread_mutex_unlock(&m);
  return n;
}

static void pop(void) {
  pthread_mutex_lock(&m);
  assert(items > 0);
  items--;
  pthread_mutex_unlock(&m);
}

static void consumer(void) {
  if (size() > 0) pop();
}

int main(void) {
  run2(consumer, consumer);
  return 0;
}
