// A lock that is tried is ordinary: an attempt in the middle of a section fails.
// expect: verdict=clean executions=3
//
// The attempt before, within or after the section.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int a, b;

static void locks(void) {
  pthread_mutex_lock(&m);
  a++;
  pthread_mutex_unlock(&m);
}

static void tries(void) {
  if (pthread_mutex_trylock(&m) != 0) return;
  b++;
  pthread_mutex_unlock(&m);
}

int main(void) {
  run2(locks, tries);
  return 0;
}
