// SPDX-License-Identifier: Apache-2.0
// A server allocates a buffer for each request, of the size that the request says, and frees it.
// BUG: a buffer is used after it was freed.
#include <pthread.h>
#include <skein/skein.h>
#include <stdlib.h>

static int last;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* server(void* p) {
  while (skein_any(0, 1)) {
    const int n = (int)skein_any(1, 300);
    int* const buffer = malloc(n * sizeof *buffer);
    if (buffer == NULL) return p;
    for (int i = 0; i < n; i++) buffer[i] = i;
#ifdef BUG
    free(buffer);
#endif
    const int sum = buffer[0] + buffer[n - 1];
    pthread_mutex_lock(&m);
    last = sum;
    pthread_mutex_unlock(&m);
#ifndef BUG
    free(buffer);
#endif
  }
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, server, NULL);
  pthread_join(t, NULL);
  return last < 0;
}
