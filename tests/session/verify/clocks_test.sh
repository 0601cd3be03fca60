#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Virtual time on the ir machine: it passes as natively, and where no thread looks at it, it keeps no two states apart.
# shellcheck source=tests/session/verify/expect.sh
. "$SKEIN_SOURCE/tests/session/verify/expect.sh"

head='#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
static long now(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}
static pthread_t thread;
'

# Every way to sleep, and a loop that waits for a time.
expect_verdict proved "every run ends" <<END
$head
int main(void) {
  long begin = now(CLOCK_MONOTONIC), wall = now(CLOCK_REALTIME);
  struct timespec second = {1, 0}, then;
  sleep(1);
  usleep(1000000);
  nanosleep(&second, 0);
  thrd_sleep(&second, 0);
  clock_nanosleep(CLOCK_REALTIME, 0, &second, 0);
  assert(now(CLOCK_MONOTONIC) - begin >= 5000 && now(CLOCK_MONOTONIC) - begin < 5100);
  assert(now(CLOCK_REALTIME) - wall >= 5000);
  clock_gettime(CLOCK_MONOTONIC, &then);
  then.tv_sec += 10;
  clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &then, 0);
  assert(now(CLOCK_MONOTONIC) - begin >= 15000 && time(0) * 1000 - wall >= 14000);
  long end = now(CLOCK_MONOTONIC) + 3;
  while (now(CLOCK_MONOTONIC) < end) {}
}
END
expect_verdict bug "assertion 'now" <<END
$head
int main(void) {
  long begin = now(CLOCK_MONOTONIC);
  usleep(1000);
  assert(now(CLOCK_MONOTONIC) - begin >= 1000);
}
END

# A timeout is over when the wait says so; a new thread begins with its creator's time, and who joins waits for it.
expect_verdict proved "every run ends" <<END
$head
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static long begin;
static void *f(void *p) {
  assert(now(CLOCK_REALTIME) - begin >= 2000);
  sleep(3);
  return p;
}
int main(void) {
  struct timespec t;
  begin = now(CLOCK_REALTIME);
  clock_gettime(CLOCK_REALTIME, &t);
  t.tv_sec += 2;
  pthread_mutex_lock(&m);
  assert(pthread_cond_timedwait(&c, &m, &t) == ETIMEDOUT);
  pthread_mutex_unlock(&m);
  assert(now(CLOCK_REALTIME) - begin >= 2000);
  pthread_create(&thread, 0, f, 0);
  pthread_join(thread, 0);
  assert(now(CLOCK_REALTIME) - begin >= 5000);
}
END

# Servers that sleep for ever come back to their states, if no thread looks at a clock, or only main, before and meanwhile.
expect_verdict proved "some run never ends\|never end" <<END
$head
static _Atomic int on;
static void *f(void *p) { for (;;) { on = !on; usleep(500); } return p; }
int main(void) { pthread_create(&thread, 0, f, 0); for (;;) { assert(on < 2); sleep(1); } }
END
expect_verdict proved "never end" <<END
$head
static _Atomic int on;
static void *f(void *p) { for (;;) { on = !on; usleep(500); } return p; }
int main(void) {
  long begin = now(CLOCK_MONOTONIC);
  pthread_create(&thread, 0, f, 0);
  sleep(1);
  assert(now(CLOCK_MONOTONIC) - begin >= 1000);
  for (;;) { assert(on < 2); sleep(1); }
}
END

finish
