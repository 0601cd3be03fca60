// Thread attributes are taken or at least accepted.
// expect: verdict=clean executions=1
// preload: yes
//
// Nothing shared: one trace.
#define _GNU_SOURCE
#include <string.h>

#include "../support/spawn.h"

// Needs more than a small stack: fails if the size asked for is not given.
static void* deep(void* arg) {
  volatile char block[3 << 20];
  block[0] = 1;
  block[sizeof block - 1] = 2;
  assert(block[0] + block[sizeof block - 1] == 3);
  return arg;
}

int main(void) {
  pthread_attr_t attr;
  assert(pthread_attr_init(&attr) == 0);
  assert(pthread_attr_setstacksize(&attr, 4 << 20) == 0);
  size_t size = 0;
  assert(pthread_attr_getstacksize(&attr, &size) == 0 && size == 4 << 20);
  int state = -1;
  assert(pthread_attr_getdetachstate(&attr, &state) == 0 && state == PTHREAD_CREATE_JOINABLE);
  pthread_t t;
  assert(pthread_create(&t, &attr, deep, NULL) == 0);
  assert(pthread_attr_destroy(&attr) == 0);
  join(t);
  return 0;
}
