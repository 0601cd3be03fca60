// A section that has to wait in its middle waits as a whole. N: the case.
// expect: N=0 verdict=clean
// expect: N=1 verdict=clean
// expect: N=2 verdict=clean
// expect: N=3 verdict=clean
// expect: N=4 verdict=clean
// expect: N=5 verdict=bug kind=deadlock deadlocks=1
// expect: N=6 verdict=bug kind=deadlock deadlocks=1
// native: no
//
// 0, 1: main holds the mutex that the section needs, and looks what the section wrote before it.
// 2: the section locks two mutexes, and main the same in the other order: no deadlock.
// 3: the section's first mutex cannot be found taken while it waits for the second.
// 4: it waits for a semaphore.
// 5, 6: no thread releases the mutex, or posts the semaphore.
#include <semaphore.h>
#include <stdlib.h>

#include "../support/spawn.h"

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static sem_t posted;
static int is_between;

static void* one_mutex(void* unused) {
  __VERIFIER_atomic_begin();
  is_between = 1;
  pthread_mutex_lock(&first);
  is_between = 0;
  pthread_mutex_unlock(&first);
  __VERIFIER_atomic_end();
  return unused;
}

static void* two_mutexes(void* unused) {
  __VERIFIER_atomic_begin();
  pthread_mutex_lock(&second);
  pthread_mutex_lock(&first);
  pthread_mutex_unlock(&first);
  pthread_mutex_unlock(&second);
  __VERIFIER_atomic_end();
  return unused;
}

static void* semaphore(void* unused) {
  __VERIFIER_atomic_begin();
  is_between = 1;
  sem_wait(&posted);
  is_between = 0;
  __VERIFIER_atomic_end();
  return unused;
}

static void look(void) {
  __VERIFIER_atomic_begin();
  assert(!is_between);
  __VERIFIER_atomic_end();
}

int main(int count, char** arguments) {
  const int number = count > 1 ? atoi(arguments[1]) : 0;
  void* (*const bodies[])(void*) = {one_mutex, one_mutex, two_mutexes, two_mutexes,
                                    semaphore, one_mutex, semaphore};
  sem_init(&posted, 0, 0);
  if (number == 5) pthread_mutex_lock(&first);
  pthread_t thread;
  pthread_create(&thread, NULL, bodies[number], NULL);
  if (number < 4) pthread_mutex_lock(&first);
  if (number == 0) assert(!is_between);
  if (number == 1 || number > 3) look();
  if (number == 2) {
    pthread_mutex_lock(&second);
    pthread_mutex_unlock(&second);
  }
  if (number == 3) {
    assert(pthread_mutex_trylock(&second) == 0);
    pthread_mutex_unlock(&second);
  }
  if (number < 4) pthread_mutex_unlock(&first);
  if (number == 4) sem_post(&posted);
  pthread_join(thread, NULL);
  return 0;
}
