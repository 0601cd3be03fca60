// SPDX-License-Identifier: Apache-2.0
/* Thread-specific data: pthread keys and C11's tss, with destructors. The set of keys is shared;
 * each thread has its own values. */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <threads.h>

#include "machine/ir/library/machine.h"

enum { kMost = 16, kRounds = 4 };

static atomic_int used[kMost];
static void (*_Atomic destructors[kMost])(void*);
static _Thread_local void* values[kMost];

/* As POSIX demands: repeated a few times while destructors leave new values. */
static void at_thread_exit(void) {
  for (int round = 0; round < kRounds; round++) {
    int is_clean = 1;
    for (int i = 0; i < kMost; i++) {
      void* const value = values[i];
      if (value == 0) continue;
      values[i] = 0;
      void (*destructor)(void*) = atomic_load(&destructors[i]);
      if (destructor == 0) continue;
      is_clean = 0;
      destructor(value);
    }
    if (is_clean) return;
  }
}

int pthread_key_create(pthread_key_t* key, void (*destructor)(void*)) {
  __skein_ir_on_thread_exit(at_thread_exit);
  for (int i = 0; i < kMost; i++) {
    int expected = 0;
    if (!atomic_compare_exchange_strong(&used[i], &expected, 1)) continue;
    atomic_store(&destructors[i], destructor);
    *key = (pthread_key_t)i;
    return 0;
  }
  return EAGAIN;
}

int pthread_key_delete(pthread_key_t key) {
  if (key >= kMost) return EINVAL;
  atomic_store(&destructors[key], 0);
  atomic_store(&used[key], 0);
  return 0;
}

int pthread_setspecific(pthread_key_t key, const void* value) {
  if (key >= kMost) return EINVAL;
  values[key] = (void*)value;
  return 0;
}

void* pthread_getspecific(pthread_key_t key) { return key < kMost ? values[key] : 0; }

int tss_create(tss_t* key, tss_dtor_t destructor) {
  return pthread_key_create(key, destructor) == 0 ? thrd_success : thrd_error;
}
void tss_delete(tss_t key) { pthread_key_delete(key); }
int tss_set(tss_t key, void* value) {
  return pthread_setspecific(key, value) == 0 ? thrd_success : thrd_error;
}
void* tss_get(tss_t key) { return pthread_getspecific(key); }
