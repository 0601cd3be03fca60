// Lock order: two transfers in opposite directions.
// expect: verdict=bug kind=deadlock executions=3 deadlocks=1
// preload: yes
//
// One after the other, 2 ways, or each has its first account: deadlock.
#include "../support/spawn.h"

struct Account {
  pthread_mutex_t lock;
  int balance;
};

static struct Account a = {PTHREAD_MUTEX_INITIALIZER, 10};
static struct Account b = {PTHREAD_MUTEX_INITIALIZER, 10};

static void transfer(struct Account* from, struct Account* to) {
  pthread_mutex_lock(&from->lock);
  pthread_mutex_lock(&to->lock);
  from->balance--;
  to->balance++;
  pthread_mutex_unlock(&to->lock);
  pthread_mutex_unlock(&from->lock);
}

static void there(void) { transfer(&a, &b); }
static void back(void) { transfer(&b, &a); }

int main(void) {
  run2(there, back);
  assert(a.balance == 10 && b.balance == 10);
  return 0;
}
