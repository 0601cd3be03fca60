// Two threads that synchronise by the library: what they do is CASE.
#include <assert.h>
#include <pthread.h>
#include <string.h>

#include "library.h"

static int word, flag, x, data;
static int far_flags[4096];  // the one in the middle is on a page of its own
static struct ticket ticket;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* first(void* p) {
  FIRST;
  return p;
}
static void* second(void* p) {
  SECOND;
  return p;
}

int main(void) {
  pthread_t a, b;
  BEFORE;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  AFTER;
  (void)word, (void)flag, (void)x, (void)data, (void)ticket, (void)m, (void)far_flags;
}
