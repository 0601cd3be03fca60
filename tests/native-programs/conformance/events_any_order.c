// Messages of one handler that conflict: every order.
// expect: verdict=clean executions=6
// needs: events.h
//
// Three messages that write x and read it back, one at a time: 3! orders.
#include <assert.h>
#include <skein/events.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

static atomic_int x;

static void message(void* argument) {
  int i = (int)(intptr_t)argument;
  x = i;
  assert(x == i);
}

int main(void) {
  skein_handler* h = skein_handler_create(SKEIN_ANY_ORDER);
  for (intptr_t i = 1; i <= 3; i++) assert(skein_post(h, message, (void*)i) == 0);
  skein_handler_wait(h);
  skein_handler_destroy(h);
}
