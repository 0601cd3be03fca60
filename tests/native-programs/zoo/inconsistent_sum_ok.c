// Both locks are held for the transfer and for the sum.
// expect: verdict=clean executions=2
// preload: yes
//
// Both begin with the same lock and hold it to the end: 2.
#include "../support/spawn.h"

static pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
static int a = 10, b = 10;

static void lock_both(void) {
  pthread_mutex_lock(&lock_a);
  pthread_mutex_lock(&lock_b);
}

static void unlock_both(void) {
  pthread_mutex_unlock(&lock_b);
  pthread_mutex_unlock(&lock_a);
}

static void transfer(void) {
  lock_both();
  a -= 5;
  b += 5;
  unlock_both();
}

static void audit(void) {
  lock_both();
  assert(a + b == 20);
  unlock_both();
}

int main(void) {
  run2(transfer, audit);
  return 0;
}
