// Sections of a recursive lock, taken twice, and of a spin lock.
// expect: verdict=clean executions=4
//
// Two threads share a word under each lock, and the third shares nothing: 2 * 2.
#define _GNU_SOURCE
#include "../support/spawn.h"

static pthread_mutex_t m;
static pthread_spinlock_t s;
static int under_m, under_s, own;

static void twice(int* word, int by) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  *word = 3 * *word + by;
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&m);
}

static void spin(int* word, int by) {
  pthread_spin_lock(&s);
  *word = 3 * *word + by;
  pthread_spin_unlock(&s);
}

static void first(void) {
  twice(&under_m, 1);
  spin(&under_s, 1);
}

static void second(void) { twice(&under_m, 2); }

static void third(void) {
  twice(&own, 3);
  spin(&under_s, 3);
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &attributes);
  pthread_mutexattr_destroy(&attributes);
  pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
  run3(first, second, third);
  pthread_spin_destroy(&s);
  pthread_mutex_destroy(&m);
  return 0;
}
