// Three threads meet; exactly one learns that it is the serial one.
// expect: verdict=clean executions=3
// preload: yes
//
// The order of arrivals is not observable; one of the three is the serial one.
#include "../support/spawn.h"

static pthread_barrier_t barrier;

static void* meet(void* arg) {
  (void)arg;
  int result = pthread_barrier_wait(&barrier);
  assert(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
  return (void*)(intptr_t)(result == PTHREAD_BARRIER_SERIAL_THREAD);
}

int main(void) {
  pthread_barrier_init(&barrier, NULL, 3);
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, meet, NULL);
  intptr_t serial = 0;
  for (int i = 0; i < 3; i++) {
    void* result;
    pthread_join(t[i], &result);
    serial += (intptr_t)result;
  }
  assert(serial == 1);
  assert(pthread_barrier_destroy(&barrier) == 0);
  return 0;
}
