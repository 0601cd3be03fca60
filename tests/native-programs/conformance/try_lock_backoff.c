// Two threads take two locks in opposite orders; without the second a thread gives back the first
// and begins again. They may get in each other's way again and again: that is waiting, and it ends.
// expect: verdict=clean
#include "../support/spawn.h"

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void take_both(pthread_mutex_t* first, pthread_mutex_t* second) {
  for (;;) {
    pthread_mutex_lock(first);
    if (pthread_mutex_trylock(second) == 0) break;
    pthread_mutex_unlock(first);
  }
  ++n;
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}

static void forwards(void) { take_both(&a, &b); }
static void backwards(void) { take_both(&b, &a); }

int main(void) {
  run2(forwards, backwards);
  assert(n == 2);
  return 0;
}
