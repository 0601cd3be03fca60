// Failed attempts, signals without waiters and a once that is done only look.
// expect: WHAT=0 verdict=clean executions=1
// expect: WHAT=1 verdict=clean executions=1
// expect: WHAT=2 verdict=clean executions=1
// expect: WHAT=3 verdict=clean executions=3
// preload: yes
//
// 0: three threads try to lock what main holds. 1: three try a semaphore that is 0. 2: three signal
// or broadcast, and no thread waits. 3: one of three initialises, the others find it done.
#include <semaphore.h>
#include <stdlib.h>

#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t s;

static void try_lock(void) { assert(pthread_mutex_trylock(&m) == EBUSY); }
static void try_wait(void) { assert(sem_trywait(&s) == -1); }
static void signal_nobody(void) { pthread_cond_signal(&c); }
static void broadcast_nobody(void) { pthread_cond_broadcast(&c); }
static void initialise(void) {}
static void look_at_once(void) { pthread_once(&once, initialise); }

int main(int argc, char** argv) {
  sem_init(&s, 0, 0);
  pthread_mutex_lock(&m);
  switch (argc > 1 ? atoi(argv[1]) : 0) {
    case 0: run3(try_lock, try_lock, try_lock); break;
    case 1: run3(try_wait, try_wait, try_wait); break;
    case 2: run3(signal_nobody, broadcast_nobody, signal_nobody); break;
    default: run3(look_at_once, look_at_once, look_at_once); break;
  }
  pthread_mutex_unlock(&m);
  return 0;
}
