// Check, then act: the balance is looked at in one section and changed in another.
// expect: verdict=bug kind=assertion executions=6 violations=4
// preload: yes
//
// As queue_size_bug.c.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int balance = 10;

static int look(void) {
  pthread_mutex_lock(&m);
  int seen = balance;
  pthread_mutex_unlock(&m);
  return seen;
}

static void withdraw(int amount) {
  if (look() < amount) return;
  pthread_mutex_lock(&m);
  balance -= amount;
  pthread_mutex_unlock(&m);
}

static void user(void) { withdraw(10); }

int main(void) {
  run2(user, user);
  assert(balance >= 0);
  return 0;
}
