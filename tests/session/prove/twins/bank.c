// SPDX-License-Identifier: Apache-2.0
// Transfers between two accounts, in an unknown direction and of unknown amounts. BUG: the balance
// is looked at before the locks are taken.
#include <assert.h>
#include <pthread.h>
#include <skein/skein.h>

enum { kAccounts = 2 };
static int balance[kAccounts] = {50, 50};
static pthread_mutex_t locks[kAccounts] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void* transfer(void* p) {
  const int from = (int)skein_any(0, kAccounts - 1);
  const int to = 1 - from;
  const int amount = (int)skein_any(0, 60);
#ifdef BUG
  pthread_mutex_lock(&locks[from]);
  const int enough = balance[from] - amount >= 0;
  pthread_mutex_unlock(&locks[from]);
#endif
  pthread_mutex_lock(&locks[0]);
  pthread_mutex_lock(&locks[1]);
  const int left = balance[from] - amount;
#ifndef BUG
  const int enough = left >= 0;
#endif
  if (enough) {
    balance[from] = left;
    balance[to] += amount;
  }
  assert(balance[from] >= 0);
  pthread_mutex_unlock(&locks[1]);
  pthread_mutex_unlock(&locks[0]);
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, transfer, 0);
  pthread_create(&b, 0, transfer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
