// SPDX-License-Identifier: Apache-2.0
// Plain accesses, for bench/memory: a thread that makes COUNT of them, with another one there, so
// that the race detector looks.
// expect: KIND=same COUNT=3 verdict=clean executions=1
//
// No two threads touch the same object but by create and join: one trace.
//
//   plain_accesses same|array|bare-same|bare-array COUNT
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int shared[1024];
static int count;
static unsigned mask;

static void* announced(void* p) {
  for (int i = 0; i < count; i++) {
    volatile int* at = &shared[(unsigned)i & mask];
    *at = i;
  }
  return p;
}

#ifdef __clang__
__attribute__((no_sanitize("thread")))
#else
__attribute__((no_sanitize_thread))
#endif
static void*
bare(void* p) {
  for (int i = 0; i < count; i++) {
    volatile int* at = &shared[(unsigned)i & mask];
    *at = i;
  }
  return p;
}

static void* other(void* p) { return p; }

int main(int argc, char** argv) {
  const char* kind = argc > 1 ? argv[1] : "same";
  count = argc > 2 ? atoi(argv[2]) : 3;
  mask = strstr(kind, "array") != NULL ? 1023 : 0;
  pthread_t t, w;
  pthread_create(&w, NULL, other, NULL);
  pthread_create(&t, NULL, strncmp(kind, "bare", 4) == 0 ? bare : announced, NULL);
  pthread_join(t, NULL);
  pthread_join(w, NULL);
  return 0;
}
