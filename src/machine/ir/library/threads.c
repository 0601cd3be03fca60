// SPDX-License-Identifier: Apache-2.0
/* C11 threads in terms of pthreads: to the machine a mtx_t is a mutex, a cnd_t a condition
 * variable. */
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <threads.h>

static int result_of(int error) {
  return error == 0           ? thrd_success
         : error == EBUSY     ? thrd_busy
         : error == ETIMEDOUT ? thrd_timedout
         : error == ENOMEM    ? thrd_nomem
                              : thrd_error;
}

/* A returned int is where a returned pointer would be. */
int thrd_create(thrd_t* thread, thrd_start_t function, void* argument) {
  return result_of(pthread_create(thread, 0, (void* (*)(void*))(void (*)(void))function, argument));
}

int thrd_join(thrd_t thread, int* result) {
  void* value = 0;
  const int error = pthread_join(thread, &value);
  if (result) *result = (int)(intptr_t)value;
  return result_of(error);
}

int thrd_detach(thrd_t thread) { return result_of(pthread_detach(thread)); }
void thrd_exit(int result) { pthread_exit((void*)(intptr_t)result); }
thrd_t thrd_current(void) { return pthread_self(); }
int thrd_equal(thrd_t a, thrd_t b) { return a == b; }
void thrd_yield(void) {}

int mtx_init(mtx_t* mutex, int type) {
  pthread_mutexattr_t attribute;
  pthread_mutexattr_init(&attribute);
  if (type & mtx_recursive) pthread_mutexattr_settype(&attribute, PTHREAD_MUTEX_RECURSIVE);
  return result_of(pthread_mutex_init((pthread_mutex_t*)mutex, &attribute));
}
void mtx_destroy(mtx_t* mutex) { pthread_mutex_destroy((pthread_mutex_t*)mutex); }
int mtx_lock(mtx_t* mutex) { return result_of(pthread_mutex_lock((pthread_mutex_t*)mutex)); }
int mtx_trylock(mtx_t* mutex) { return result_of(pthread_mutex_trylock((pthread_mutex_t*)mutex)); }
int mtx_timedlock(mtx_t* mutex, const struct timespec* time) {
  return result_of(pthread_mutex_timedlock((pthread_mutex_t*)mutex, time));
}
int mtx_unlock(mtx_t* mutex) { return result_of(pthread_mutex_unlock((pthread_mutex_t*)mutex)); }

int cnd_init(cnd_t* condition) {
  return result_of(pthread_cond_init((pthread_cond_t*)condition, 0));
}
void cnd_destroy(cnd_t* condition) { pthread_cond_destroy((pthread_cond_t*)condition); }
int cnd_signal(cnd_t* condition) {
  return result_of(pthread_cond_signal((pthread_cond_t*)condition));
}
int cnd_broadcast(cnd_t* condition) {
  return result_of(pthread_cond_broadcast((pthread_cond_t*)condition));
}
int cnd_wait(cnd_t* condition, mtx_t* mutex) {
  return result_of(pthread_cond_wait((pthread_cond_t*)condition, (pthread_mutex_t*)mutex));
}
int cnd_timedwait(cnd_t* condition, mtx_t* mutex, const struct timespec* time) {
  return result_of(
      pthread_cond_timedwait((pthread_cond_t*)condition, (pthread_mutex_t*)mutex, time));
}
