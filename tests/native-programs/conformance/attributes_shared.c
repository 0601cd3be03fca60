// Attributes of locks in global variables, on the heap and in structures, set by another thread.
// expect: verdict=clean executions=1
//
// The thread has ended before anybody looks at what it set: one trace.
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>

#include "../support/spawn.h"

struct Lock {
  int before;
  pthread_mutexattr_t attr;
  int after;
  pthread_mutex_t mutex;
};

static pthread_mutexattr_t recursive;
static pthread_condattr_t cond_attr;
static pthread_rwlockattr_t rw_attr;
static pthread_barrierattr_t barrier_attr;
static pthread_attr_t thread_attr;
static pthread_mutex_t m;
static pthread_cond_t c;
static pthread_rwlock_t rw;
static pthread_barrier_t barrier;
static struct Lock* checked;

static void* set_up(void* arg) {
  pthread_mutexattr_init(&recursive);
  pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
  pthread_condattr_init(&cond_attr);
  pthread_condattr_setclock(&cond_attr, CLOCK_MONOTONIC);
  pthread_rwlockattr_init(&rw_attr);
  pthread_barrierattr_init(&barrier_attr);
  pthread_barrierattr_setpshared(&barrier_attr, PTHREAD_PROCESS_SHARED);
  pthread_attr_init(&thread_attr);
  pthread_attr_setdetachstate(&thread_attr, PTHREAD_CREATE_JOINABLE);
  checked->before = checked->after = 7;
  pthread_mutexattr_init(&checked->attr);
  pthread_mutexattr_settype(&checked->attr, PTHREAD_MUTEX_ERRORCHECK);
  return arg;
}

int main(void) {
  checked = malloc(sizeof *checked);
  pthread_t t;
  pthread_create(&t, NULL, set_up, NULL);
  join(t);

  int type = -1;
  assert(pthread_mutexattr_gettype(&recursive, &type) == 0 && type == PTHREAD_MUTEX_RECURSIVE);
  assert(pthread_mutex_init(&m, &recursive) == 0);
  assert(pthread_mutex_lock(&m) == 0 && pthread_mutex_lock(&m) == 0);
  assert(pthread_mutex_unlock(&m) == 0 && pthread_mutex_unlock(&m) == 0);

  assert(pthread_mutex_init(&checked->mutex, &checked->attr) == 0);
  assert(pthread_mutex_unlock(&checked->mutex) == EPERM);
  assert(pthread_mutex_lock(&checked->mutex) == 0);
  assert(pthread_mutex_lock(&checked->mutex) == EDEADLK);
  assert(pthread_mutex_unlock(&checked->mutex) == 0);
  assert(checked->before == 7 && checked->after == 7);

  assert(pthread_cond_init(&c, &cond_attr) == 0);
  assert(pthread_rwlock_init(&rw, &rw_attr) == 0);
  assert(pthread_barrier_init(&barrier, &barrier_attr, 1) == 0);
  assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
  int how = -1;
  assert(pthread_barrierattr_getpshared(&barrier_attr, &how) == 0 && how == 1);
  clockid_t clock = -1;
  assert(pthread_condattr_getclock(&cond_attr, &clock) == 0 && clock == CLOCK_MONOTONIC);
  assert(pthread_mutexattr_settype(&recursive, 17) == EINVAL);

  int state = -1;
  assert(pthread_attr_getdetachstate(&thread_attr, &state) == 0);
  assert(state == PTHREAD_CREATE_JOINABLE);
  free(checked);
  return 0;
}
