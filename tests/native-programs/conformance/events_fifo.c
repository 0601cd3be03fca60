// A handler that keeps the order of the posts: one thread's posts run in their order.
// expect: verdict=clean executions=1
// needs: events.h
//
// One trace: the posts of one thread have one order.
#include <assert.h>
#include <skein/events.h>
#include <stdint.h>
#include <stdlib.h>

static int last;

static void message(void* argument) {
  assert(last + 1 == (int)(intptr_t)argument);
  last++;
}

int main(void) {
  skein_handler* h = skein_handler_create(SKEIN_FIFO);
  for (intptr_t i = 1; i <= 4; i++) assert(skein_post(h, message, (void*)i) == 0);
  skein_handler_wait(h);
  assert(last == 4);
  skein_handler_destroy(h);
}
