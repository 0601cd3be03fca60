// The malloc family, and blocks that are freed by another thread.
// expect: verdict=clean executions=2
// preload: yes
//
// The blocks are handed over under a lock: 2 orders of the two sections. Allocation is no
// operation.
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char* given;

static void giver(void) {
  char* p = malloc(10);
  strcpy(p, "given");
  p = realloc(p, 10000);
  assert(strcmp(p, "given") == 0);
  memset(p + 10, 'x', 9990);
  pthread_mutex_lock(&m);
  given = p;
  pthread_mutex_unlock(&m);
}

static void taker(void) {
  int* zeroes = calloc(100, sizeof(int));
  for (int i = 0; i < 100; i++) assert(zeroes[i] == 0);
  void* aligned = NULL;
  assert(posix_memalign(&aligned, 4096, 100) == 0 && (uintptr_t)aligned % 4096 == 0);
  void* other = aligned_alloc(64, 128);
  assert((uintptr_t)other % 64 == 0);
  char* large = malloc(5 << 20);
  memset(large, 1, 5 << 20);
  pthread_mutex_lock(&m);
  char* p = given;
  given = NULL;
  pthread_mutex_unlock(&m);
  free(p);
  free(zeroes);
  free(aligned);
  free(other);
  free(large);
  free(NULL);
}

int main(void) {
  run2(giver, taker);
  free(given);
  return 0;
}
