// Two threads and main; one lock, one choice, one heap block each.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "skein/skein.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;
static _Thread_local int mine;
static char* block;

static void* worker(void* arg) {
  char* p = malloc(100);
  assert(mine == 0);  // thread-local storage starts afresh in every run
  mine = 1;
  for (int i = 0; i < 100; i++) assert(!skein_is_active() || p[i] == 0);  // memory comes zeroed
  memset(p, 7, 100);
  pthread_mutex_lock(&m);
  count++;
  pthread_mutex_unlock(&m);
  free(p);
  return arg;
}

int main(void) {
  pthread_t a, b;
  void* result;
  assert(count == 0 && block == NULL && mine == 0);
  block = malloc(10);
  mine = 2;
  pthread_create(&a, NULL, worker, &a);
  pthread_create(&b, NULL, worker, &b);
  pthread_join(a, &result);
  assert(result == &a);
  pthread_join(b, NULL);
  assert(count == 2 && mine == 2);
  return (int)skein_choose(3);
}
