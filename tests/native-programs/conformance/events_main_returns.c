// What has been posted still runs when main has returned.
// expect: verdict=bug kind=assertion
// needs: events.h
//
// The message posts another one, which fails.
#include <assert.h>
#include <skein/events.h>
#include <stdlib.h>

static void second(void* argument) { assert(argument == NULL); }

static void first(void* argument) {
  assert(skein_post(skein_handler_self(), second, argument) == 0);
}

int main(void) {
  skein_handler* h = skein_handler_create(SKEIN_ANY_ORDER);
  assert(skein_handler_self() == NULL);
  return skein_post(h, first, &h);
}
