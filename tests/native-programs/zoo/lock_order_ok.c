// Lock order, fixed: the account with the lower address first.
// expect: verdict=clean executions=2
// preload: yes
//
// Both begin with the same lock and hold it to the end: 2 orders.
#include "../support/spawn.h"

struct Account {
  pthread_mutex_t lock;
  int balance;
};

static struct Account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 10},
                                     {PTHREAD_MUTEX_INITIALIZER, 10}};

static void transfer(struct Account* from, struct Account* to) {
  struct Account* low = from < to ? from : to;
  struct Account* high = from < to ? to : from;
  pthread_mutex_lock(&low->lock);
  pthread_mutex_lock(&high->lock);
  from->balance--;
  to->balance++;
  pthread_mutex_unlock(&high->lock);
  pthread_mutex_unlock(&low->lock);
}

static void there(void) { transfer(&accounts[0], &accounts[1]); }
static void back(void) { transfer(&accounts[1], &accounts[0]); }

int main(void) {
  run2(there, back);
  assert(accounts[0].balance == 10 && accounts[1].balance == 10);
  return 0;
}
