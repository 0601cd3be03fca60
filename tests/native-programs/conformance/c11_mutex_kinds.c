// C11: a recursive, timed mutex, taken with a try and with a timeout.
// expect: verdict=clean executions=4
// preload: yes
//
// One thread tries, the other one waits with a timeout, which is a try too: 4 as in
// mutex_trylock.c. No other thread can see the holder take it a second time: not a step.
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t m;

static void nested(void) {
  assert(mtx_lock(&m) == thrd_success);
  assert(mtx_unlock(&m) == thrd_success);
  assert(mtx_unlock(&m) == thrd_success);
}

static int tries(void* arg) {
  (void)arg;
  int result = mtx_trylock(&m);
  assert(result == thrd_success || result == thrd_busy);
  if (result == thrd_success) nested();
  return 0;
}

static int waits(void* arg) {
  (void)arg;
  struct timespec until;
  timespec_get(&until, TIME_UTC);
  until.tv_sec += 2;
  int result = mtx_timedlock(&m, &until);
  assert(result == thrd_success || result == thrd_timedout);
  if (result == thrd_success) nested();
  return 0;
}

int main(void) {
  assert(mtx_init(&m, mtx_timed | mtx_recursive) == thrd_success);
  thrd_t a, b;
  thrd_create(&a, tries, NULL);
  thrd_create(&b, waits, NULL);
  thrd_join(a, NULL);
  thrd_join(b, NULL);
  return 0;
}
