// A message waits for its own handler: a deadlock, always.
// expect: verdict=bug kind=deadlock
// needs: events.h
// native: never-ends
//
// Only the message itself could end the message.
#include <pthread.h>
#include <skein/events.h>
#include <stdlib.h>

static void message(void* argument) { skein_handler_wait(argument); }

int main(void) {
  skein_handler* h = skein_handler_create(SKEIN_ANY_ORDER);
  skein_post(h, message, h);
  skein_handler_wait(h);
}
