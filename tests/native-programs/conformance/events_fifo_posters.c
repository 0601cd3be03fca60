// Two threads post two messages each to a handler that keeps the order.
// expect: verdict=clean executions=6
// needs: events.h
//
// The posts depend on each other: 4! / (2! 2!) orders of the two threads' posts.
#include <assert.h>
#include <pthread.h>
#include <skein/events.h>
#include <stdint.h>
#include <stdlib.h>

static skein_handler* h;
static int last[2];

static void message(void* argument) {
  intptr_t n = (intptr_t)argument;
  assert(last[n / 10] + 1 == n % 10);
  last[n / 10]++;
}

static void* poster(void* argument) {
  intptr_t i = (intptr_t)argument;
  for (intptr_t k = 1; k <= 2; k++) assert(skein_post(h, message, (void*)(10 * i + k)) == 0);
  return NULL;
}

int main(void) {
  h = skein_handler_create(SKEIN_FIFO);
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; i++) assert(pthread_create(&threads[i], NULL, poster, (void*)i) == 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  skein_handler_destroy(h);
}
