// SPDX-License-Identifier: Apache-2.0
// Read and disconnect of a device: a flag under the lock.
// BUG: read looks at the flag without it.
#include "competition.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int is_connected = 1, buffer[2];
static void* first(void* p) {
#ifdef BUG
  if (!is_connected) return p;
  pthread_mutex_lock(&m);
#else
  pthread_mutex_lock(&m);
  if (!is_connected) {
    pthread_mutex_unlock(&m);
    return p;
  }
#endif
  check(is_connected);
  buffer[0]++;
  pthread_mutex_unlock(&m);
  return p;
}
static void* second(void* p) {
  pthread_mutex_lock(&m);
  is_connected = 0;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);

  return 0;
}
