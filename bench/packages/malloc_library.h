// SPDX-License-Identifier: Apache-2.0
// The program of the malloc_*.c: two threads under another library's name for malloc; skein's own
// heap takes its place.
// WRONG: one thread frees what the other one still uses.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int* shared;

static void* use(void* unused) {
  int* const own = malloc(sizeof(int));
  *own = 7;
#ifdef WRONG
  *shared = 8;
#endif
  assert(*own == 7);
  free(own);
  return unused;
}

int main(void) {
  shared = malloc(sizeof(int));
  pthread_t thread;
  pthread_create(&thread, NULL, use, NULL);
  use(NULL);
#ifdef WRONG
  free(shared);
  pthread_join(thread, NULL);
#else
  pthread_join(thread, NULL);
  free(shared);
#endif
  return 0;
}
