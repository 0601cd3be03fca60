// A message waits for another one of its handler: a deadlock if it comes first.
// expect: verdict=bug kind=deadlock
// needs: events.h
//
// Two orders, one of them stuck. No count: `event` explores the first order twice, before and after
// it has seen that a message waits.
#include <semaphore.h>
#include <skein/events.h>
#include <stdlib.h>

static sem_t s;

static void wait_for_it(void* argument) {
  (void)argument;
  sem_wait(&s);
}

static void give_it(void* argument) {
  (void)argument;
  sem_post(&s);
}

int main(void) {
  sem_init(&s, 0, 0);
  skein_handler* h = skein_handler_create(SKEIN_ANY_ORDER);
  skein_post(h, give_it, NULL);
  skein_post(h, wait_for_it, NULL);
  skein_handler_wait(h);
}
