// Three threads meet, and the second believes that it is never the serial one.
// expect: verdict=bug kind=assertion
// preload: yes
#define _GNU_SOURCE
#include "../support/spawn.h"

static pthread_barrier_t barrier;

static void* meet(void* number) {
  const int is_serial = pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD;
  assert(!is_serial || (intptr_t)number != 1);
  return NULL;
}

int main(void) {
  pthread_barrier_init(&barrier, NULL, 3);
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, meet, (void*)(intptr_t)i);
  for (int i = 0; i < 3; ++i) join(threads[i]);
  return 0;
}
