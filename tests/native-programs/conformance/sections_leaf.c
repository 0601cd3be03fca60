// A lock that is only taken inside of others, and inside of which nothing is taken, is simple.
// expect: verdict=clean executions=1
//
// Each thread has an outer lock of its own; under the common inner one each updates its own word.
#include "../support/spawn.h"

static pthread_mutex_t outer[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER};
static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
static int words[3];

static void nest(int i) {
  pthread_mutex_lock(&outer[i]);
  pthread_mutex_lock(&inner);
  words[i]++;
  pthread_mutex_unlock(&inner);
  pthread_mutex_unlock(&outer[i]);
}

static void first(void) { nest(0); }
static void second(void) { nest(1); }
static void third(void) { nest(2); }

int main(void) {
  run3(first, second, third);
  return 0;
}
