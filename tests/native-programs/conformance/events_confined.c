// State that only a handler's messages touch needs no lock: no race, but every order matters.
// expect: verdict=clean executions=6
// needs: events.h
//
// Plain accesses that nothing but the handler orders: 3! orders, which explorer `event` can only
// know if it sees these accesses.
#include <assert.h>
#include <skein/events.h>
#include <stdint.h>
#include <stdlib.h>

static int product = 1;

static void message(void* argument) { product = product * 2 + (int)(intptr_t)argument; }

int main(void) {
  skein_handler* h = skein_handler_create(SKEIN_ANY_ORDER);
  for (intptr_t i = 1; i <= 3; i++) assert(skein_post(h, message, (void*)i) == 0);
  skein_handler_wait(h);
  assert(product >= 8 + 4 + 4 + 3 - 1 && product <= 8 + 12 + 4 + 1);
  skein_handler_destroy(h);
}
