// SPDX-License-Identifier: Apache-2.0
/* An elevator for ever: passengers press buttons of three floors, the cabin moves and opens its
 * door. -D BUG: it may move with the door open. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t pressed = PTHREAD_COND_INITIALIZER;
static int wanted[3], floor_, door_is_open;

static int any(void) { return wanted[0] || wanted[1] || wanted[2]; }

static void* cabin(void* unused) {
  int direction = 1;
  for (;;) {
    pthread_mutex_lock(&m);
    while (!any()) pthread_cond_wait(&pressed, &m);
    if (wanted[floor_]) {
      door_is_open = 1;
      wanted[floor_] = 0;
#ifndef BUG
      door_is_open = 0;
#endif
    } else {
      assert(!door_is_open);
      if (floor_ == 2) direction = -1;
      if (floor_ == 0) direction = 1;
      floor_ += direction;
      assert(floor_ >= 0 && floor_ <= 2);
    }
    pthread_mutex_unlock(&m);
  }
  return unused;
}

static void* passenger(void* start) {
  long f = (long)start;
  for (;;) {
    pthread_mutex_lock(&m);
    wanted[f] = 1;
    pthread_cond_signal(&pressed);
    pthread_mutex_unlock(&m);
    f = 2 - f;
  }
  return 0;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, cabin, 0);
  pthread_create(&t[1], 0, passenger, (void*)0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  return 0;
}
