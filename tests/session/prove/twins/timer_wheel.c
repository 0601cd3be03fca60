// SPDX-License-Identifier: Apache-2.0
// A timer wheel: timers with unknown delays go into the slot in which they are due. BUG: a delay
// beyond the end of the wheel does not begin again at its start.
#include <assert.h>
#include <pthread.h>
#include <skein/skein.h>

enum { kSlots = 6 };
static int due[kSlots], now;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* starter(void* p) {
  const int delay = (int)skein_any(1, kSlots - 1);
  pthread_mutex_lock(&m);
#ifdef BUG
  const int slot = now + delay;
#else
  const int slot = (now + delay) % kSlots;
#endif
  assert(slot < kSlots);
  due[slot]++;
  pthread_mutex_unlock(&m);
  return p;
}

static void* ticker(void* p) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    now = (now + 1) % kSlots;
    assert(due[now] <= 2);
    due[now] = 0;
    pthread_mutex_unlock(&m);
  }
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, starter, 0);
  pthread_create(&b, 0, ticker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
