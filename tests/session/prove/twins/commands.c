// SPDX-License-Identifier: Apache-2.0
// A player that is driven by commands; a display shows its state. BUG: "next" after the last state
// does not begin at the first.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

enum { kStopped, kPlaying, kPaused, kStates };
static const char* const names[kStates] = {"stopped", "playing", "paused"};
static int state = kPaused;
static char shown;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* driver(void* p) {
  for (int i = 0; i < 3; i++) {
    const int command = getchar();
    pthread_mutex_lock(&m);
    switch (command) {
      case 'p': state = kPlaying; break;
      case 's': state = kStopped; break;
      case 'n':
#ifdef BUG
        state++;
#else
        state = state == kPaused ? kStopped : state + 1;
#endif
        break;
      default: break;
    }
    pthread_mutex_unlock(&m);
  }
  return p;
}

static void* display(void* p) {
  pthread_mutex_lock(&m);
  assert(state < kStates);
  shown = names[state][0];
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, driver, 0);
  pthread_create(&b, 0, display, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
