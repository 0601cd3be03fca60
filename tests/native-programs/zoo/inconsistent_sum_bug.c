// Two accounts, each with its lock: a sum read in the middle of a transfer.
// expect: verdict=bug kind=assertion executions=4 violations=2
// preload: yes
//
// Both threads go through a, then b. Each account is changed first or read first: 2 * 2, none
// excluded; the sum is wrong when the two differ.
#include "../support/spawn.h"

static pthread_mutex_t lock_a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t lock_b = PTHREAD_MUTEX_INITIALIZER;
static int a = 10, b = 10;

static void change(pthread_mutex_t* lock, int* account, int by) {
  pthread_mutex_lock(lock);
  *account += by;
  pthread_mutex_unlock(lock);
}

static int look(pthread_mutex_t* lock, const int* account) {
  pthread_mutex_lock(lock);
  int seen = *account;
  pthread_mutex_unlock(lock);
  return seen;
}

static void transfer(void) {
  change(&lock_a, &a, -5);
  change(&lock_b, &b, 5);
}

static void audit(void) {
  int sum = look(&lock_a, &a);
  sum += look(&lock_b, &b);
  assert(sum == 20);
}

int main(void) {
  run2(transfer, audit);
  return 0;
}
