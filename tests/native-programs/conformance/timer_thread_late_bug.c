// The timer is deleted and what its function uses is freed; but the function may have begun before.
// expect: verdict=bug kind=memory
// needs: memory
#include <assert.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

struct Request {
  atomic_int state;
};

static void expired(union sigval value) {
  struct Request* const request = value.sival_ptr;
  atomic_store(&request->state, 2);
}

int main(void) {
  timer_t timer;
  struct Request* const request = calloc(1, sizeof(*request));
  struct sigevent event = {.sigev_notify = SIGEV_THREAD};
  event.sigev_notify_function = expired;
  event.sigev_value.sival_ptr = request;
  assert(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0);
  const struct itimerspec soon = {{0, 0}, {0, 1000000}};
  assert(timer_settime(timer, 0, &soon, 0) == 0);
  atomic_store(&request->state, 1);
  assert(timer_delete(timer) == 0);
  free(request);
}
