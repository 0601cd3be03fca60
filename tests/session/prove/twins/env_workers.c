// SPDX-License-Identifier: Apache-2.0
// The number of workers comes from the environment. BUG: it is not limited.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { kMost = 3 };
static int done[kMost];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* worker(void* p) {
  pthread_mutex_lock(&m);
  (*(int*)p)++;
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t threads[kMost + 1];
  int workers = 1;
  const char* const text = getenv("WORKERS");
  if (text != 0 && text[0] >= '1' && text[0] <= '9') workers = text[0] - '0';
#ifdef BUG
  if (workers > kMost + 1) workers = kMost + 1;
#else
  if (workers > kMost) workers = kMost;
#endif
  for (int i = 0; i < workers; i++) {
    assert(i < kMost);
    pthread_create(&threads[i], 0, worker, &done[i]);
  }
  for (int i = 0; i < workers; i++) pthread_join(threads[i], 0);
  return 0;
}
