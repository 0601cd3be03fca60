// A timer that starts a thread: the function runs once, at any moment after the timer was armed. A
// timer that is disarmed before does not run it (the function may also have begun already).
// expect: verdict=clean
#include <assert.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>

static sem_t done;
static atomic_int calls;

static void expired(union sigval value) {
  assert(value.sival_int == 7);
  atomic_fetch_add(&calls, 1);
  sem_post(&done);
}

int main(void) {
  timer_t first, second;
  struct sigevent event = {.sigev_notify = SIGEV_THREAD};
  event.sigev_notify_function = expired;
  event.sigev_value.sival_int = 7;
  sem_init(&done, 0, 0);
  assert(timer_create(CLOCK_MONOTONIC, &event, &first) == 0);
  assert(timer_create(CLOCK_MONOTONIC, &event, &second) == 0);
  const struct itimerspec soon = {{0, 0}, {0, 1000000}}, never = {{0, 0}, {0, 0}};
  assert(timer_settime(second, 0, &soon, 0) == 0);
  assert(timer_settime(second, 0, &never, 0) == 0);
  assert(timer_settime(first, 0, &soon, 0) == 0);
  sem_wait(&done);
  const int n = atomic_load(&calls);
  assert(n == 1 || n == 2);
}
