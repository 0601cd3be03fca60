// An order of messages that shows in plain memory alone.
// expect: verdict=bug kind=assertion
// needs: events.h
//
// If the second message comes first, `ready` is still 0.
#include <assert.h>
#include <skein/events.h>
#include <stdlib.h>

static int ready;

static void prepare(void* argument) {
  (void)argument;
  ready = 1;
}

static void use(void* argument) {
  (void)argument;
  assert(ready);
}

int main(void) {
  skein_handler* h = skein_handler_create(SKEIN_ANY_ORDER);
  skein_post(h, prepare, NULL);
  skein_post(h, use, NULL);
  return 0;
}
