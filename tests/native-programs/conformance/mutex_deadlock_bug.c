// Two mutexes in two orders.
// expect: verdict=bug kind=deadlock executions=3 deadlocks=1
// preload: yes
//
// All of A before B, all of B before A, or each gets its first mutex: then both wait. (A first
// at its second mutex but not at its first one is impossible.)
#include "../support/spawn.h"

static pthread_mutex_t x = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t y = PTHREAD_MUTEX_INITIALIZER;

static void nest(pthread_mutex_t* outer, pthread_mutex_t* inner) {
  pthread_mutex_lock(outer);
  pthread_mutex_lock(inner);
  pthread_mutex_unlock(inner);
  pthread_mutex_unlock(outer);
}

static void a(void) { nest(&x, &y); }
static void b(void) { nest(&y, &x); }

int main(void) {
  run2(a, b);
  return 0;
}
