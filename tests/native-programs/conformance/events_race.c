// Two handlers touch the same plain variable.
// expect: verdict=bug kind=race
// needs: events.h memory
//
// Messages of different handlers run concurrently.
#include <skein/events.h>
#include <stdlib.h>

static int x;

static void message(void* argument) {
  (void)argument;
  x++;
}

int main(void) {
  skein_handler* a = skein_handler_create(SKEIN_ANY_ORDER);
  skein_handler* b = skein_handler_create(SKEIN_ANY_ORDER);
  skein_post(a, message, NULL);
  skein_post(b, message, NULL);
  return 0;
}
