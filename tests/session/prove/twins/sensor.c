// SPDX-License-Identifier: Apache-2.0
// Two sensors report temperatures; a smoothed value is kept. BUG: readings that make no sense are
// not left out.
#include <assert.h>
#include <pthread.h>
#include <skein/skein.h>

static int smoothed = 20;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* sensor(void* p) {
  const int reading = (int)skein_any(-300, 300);
#ifndef BUG
  if (reading < -50 || reading > 60) return p;
#endif
  pthread_mutex_lock(&m);
  smoothed = (3 * smoothed + reading) / 4;
  assert(smoothed >= -50 && smoothed <= 60);
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, sensor, 0);
  pthread_create(&b, 0, sensor, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
