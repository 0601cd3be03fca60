// SPDX-License-Identifier: Apache-2.0
// Threads enter messages into a hash table by compare-and-swap, as a function with a lock. BUG: the
// table is too small, so that a search for a place does not end below the number of tries.
#include "competition.h"
#ifdef BUG
enum { kSize = 3 };
#else
enum { kSize = 4 };
#endif
enum { kThreads = 2, kMessages = 2 };
static int table[kSize];
static pthread_mutex_t cas_lock = PTHREAD_MUTEX_INITIALIZER;

static int cas(int* at, int expected, int desired) {
  int done = 0;
  pthread_mutex_lock(&cas_lock);
  if (*at == expected) {
    *at = desired;
    done = 1;
  }
  pthread_mutex_unlock(&cas_lock);
  return done;
}

static void* thread(void* p) {
  const int me = *(const int*)p;
  for (int i = 1; i <= kMessages; i++) {
    const int message = i * 11 + me;
    int at = message * 7 % kSize;
    int tries = 1;
    while (!cas(&table[at], 0, message)) {
      at = (at + 1) % kSize;
      check(++tries <= kSize);
    }
  }
  return 0;
}

int main(void) {
  pthread_t t[kThreads];
  static int number[kThreads] = {0, 1};
  for (int i = 0; i < kThreads; i++) pthread_create(&t[i], 0, thread, &number[i]);
  for (int i = 0; i < kThreads; i++) pthread_join(t[i], 0);
  return 0;
}
