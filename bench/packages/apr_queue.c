// SPDX-License-Identifier: Apache-2.0
// APR: its threads, a mutex and a condition. WRONG: the flag is set without the mutex.
// packages: libapr1-dev
// pkg-config: apr-1
#include <apr_general.h>
#include <apr_thread_cond.h>
#include <apr_thread_proc.h>
#include <assert.h>

static apr_thread_mutex_t* mutex;
static apr_thread_cond_t* is_set;
static int flag;

static void* APR_THREAD_FUNC set(apr_thread_t* self, void* unused) {
#ifndef WRONG
  apr_thread_mutex_lock(mutex);
#endif
  flag = 1;
  apr_thread_cond_signal(is_set);
#ifndef WRONG
  apr_thread_mutex_unlock(mutex);
#endif
  (void)self;
  return unused;
}

int main(void) {
  apr_pool_t* pool = NULL;
  apr_thread_t* thread = NULL;
  apr_status_t status = 0;
  apr_initialize();
  apr_pool_create(&pool, NULL);
  apr_thread_mutex_create(&mutex, APR_THREAD_MUTEX_DEFAULT, pool);
  apr_thread_cond_create(&is_set, pool);
  apr_thread_create(&thread, NULL, set, NULL, pool);
  apr_thread_mutex_lock(mutex);
  while (flag == 0) apr_thread_cond_wait(is_set, mutex);
  apr_thread_mutex_unlock(mutex);
  apr_thread_join(&status, thread);
  apr_pool_destroy(pool);
  apr_terminate();
  return 0;
}
