// C11: detach, yield, sleep, current, equal.
// expect: verdict=clean executions=1
// preload: yes
//
// Nothing shared: one trace.
#include <assert.h>
#include <threads.h>
#include <time.h>

static int worker(void* arg) {
  thrd_yield();
  struct timespec moment = {0, 1000000};
  assert(thrd_sleep(&moment, NULL) == 0);
  (void)arg;
  return 0;
}

int main(void) {
  thrd_t t;
  assert(thrd_create(&t, worker, NULL) == thrd_success);
  assert(!thrd_equal(t, thrd_current()));
  assert(thrd_equal(thrd_current(), thrd_current()));
  assert(thrd_detach(t) == thrd_success);
  thrd_exit(0);
}
