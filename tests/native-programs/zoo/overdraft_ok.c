// Check and act in one section.
// expect: verdict=clean executions=2
// preload: yes
//
// 2 orders.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int balance = 10;

static void withdraw(int amount) {
  pthread_mutex_lock(&m);
  if (balance >= amount) balance -= amount;
  pthread_mutex_unlock(&m);
}

static void user(void) { withdraw(10); }

int main(void) {
  run2(user, user);
  assert(balance == 0);
  return 0;
}
