// A thread may post to a handler that was destroyed.
// expect: verdict=bug kind=lock-misuse
// needs: events.h
//
// If the post comes first, destroy waits for its message.
#include <pthread.h>
#include <skein/events.h>
#include <stdlib.h>

static skein_handler* h;

static void message(void* argument) { (void)argument; }

static void* poster(void* argument) {
  skein_post(h, message, NULL);
  return argument;
}

int main(void) {
  h = skein_handler_create(SKEIN_ANY_ORDER);
  pthread_t thread;
  pthread_create(&thread, NULL, poster, NULL);
  skein_handler_destroy(h);
  pthread_join(thread, NULL);
}
