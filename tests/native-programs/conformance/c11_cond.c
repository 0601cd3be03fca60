// C11 condition variables: wait, timed wait, signal, broadcast.
// expect: verdict=clean executions=4
// preload: yes
//
// As cond_timedwait.c: 4.
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t m;
static cnd_t c;
static int ready;

static int consumer(void* arg) {
  (void)arg;
  struct timespec until;
  timespec_get(&until, TIME_UTC);
  until.tv_sec += 2;
  mtx_lock(&m);
  if (!ready) {
    int result = cnd_timedwait(&c, &m, &until);
    assert(result == thrd_success || result == thrd_timedout);
    assert(ready || result == thrd_timedout);
  }
  mtx_unlock(&m);
  return 0;
}

static int producer(void* arg) {
  (void)arg;
  mtx_lock(&m);
  ready = 1;
  cnd_signal(&c);
  mtx_unlock(&m);
  return 0;
}

int main(void) {
  mtx_init(&m, mtx_plain);
  cnd_init(&c);
  thrd_t a, b;
  thrd_create(&a, consumer, NULL);
  thrd_create(&b, producer, NULL);
  thrd_join(a, NULL);
  thrd_join(b, NULL);
  cnd_destroy(&c);
  return 0;
}
