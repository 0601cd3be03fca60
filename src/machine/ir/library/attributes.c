// SPDX-License-Identifier: Apache-2.0
/* Attributes of threads, mutexes, condition variables, readers-writer locks and barriers. They are
 * memory like any other: where other threads can reach them, setting and getting them are accesses,
 * which are steps and can race. Settings without effect on a machine with one process and without
 * priorities are only stored, to be read back. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

#include "machine/ir/library/machine.h"

/* One word: the type of the mutex, and the bits below. */
enum { kType = 3, kProtocolShift = 2, kRobust = 16, kShared = 32, kCeilingShift = 8 };

static int* word(const void* attributes) { return (int*)attributes; }

static int put(const void* attributes, int mask, int bits) {
  *word(attributes) = (*word(attributes) & ~mask) | bits;
  return 0;
}

static int get(const void* attributes, int mask, int shift, int* to) {
  *to = (*word(attributes) & mask) >> shift;
  return 0;
}

static int put_shared(const void* attributes, int how) {
  if (how != PTHREAD_PROCESS_PRIVATE && how != PTHREAD_PROCESS_SHARED) return EINVAL;
  return put(attributes, kShared, how == PTHREAD_PROCESS_SHARED ? kShared : 0);
}

static int get_shared(const void* attributes, int* how) {
  *how = *word(attributes) & kShared ? PTHREAD_PROCESS_SHARED : PTHREAD_PROCESS_PRIVATE;
  return 0;
}

static int clear(const void* attributes) {
  *word(attributes) = 0;
  return 0;
}

/* ---- Mutexes ---- */

int pthread_mutexattr_init(pthread_mutexattr_t* a) { return clear(a); }

int pthread_mutexattr_destroy(pthread_mutexattr_t* a) {
  (void)a;
  return 0;
}

int pthread_mutexattr_settype(pthread_mutexattr_t* a, int type) {
  return type < 0 || type > kType ? EINVAL : put(a, kType, type);
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t* a, int* type) {
  return get(a, kType, 0, type);
}

int pthread_mutexattr_setprotocol(pthread_mutexattr_t* a, int protocol) {
  if (protocol < PTHREAD_PRIO_NONE || protocol > PTHREAD_PRIO_PROTECT) return EINVAL;
  return put(a, 3 << kProtocolShift, protocol << kProtocolShift);
}

int pthread_mutexattr_getprotocol(const pthread_mutexattr_t* a, int* protocol) {
  return get(a, 3 << kProtocolShift, kProtocolShift, protocol);
}

int pthread_mutexattr_setprioceiling(pthread_mutexattr_t* a, int ceiling) {
  if (ceiling < 1 || ceiling > 99) return EINVAL;
  return put(a, 0xff << kCeilingShift, ceiling << kCeilingShift);
}

int pthread_mutexattr_getprioceiling(const pthread_mutexattr_t* a, int* ceiling) {
  return get(a, 0xff << kCeilingShift, kCeilingShift, ceiling);
}

int pthread_mutexattr_setrobust(pthread_mutexattr_t* a, int robust) {
  if (robust != PTHREAD_MUTEX_STALLED && robust != PTHREAD_MUTEX_ROBUST) return EINVAL;
  return put(a, kRobust, robust == PTHREAD_MUTEX_ROBUST ? kRobust : 0);
}

int pthread_mutexattr_getrobust(const pthread_mutexattr_t* a, int* robust) {
  *robust = *word(a) & kRobust ? PTHREAD_MUTEX_ROBUST : PTHREAD_MUTEX_STALLED;
  return 0;
}

int pthread_mutexattr_setpshared(pthread_mutexattr_t* a, int how) { return put_shared(a, how); }

int pthread_mutexattr_getpshared(const pthread_mutexattr_t* a, int* how) {
  return get_shared(a, how);
}

int pthread_mutex_init(pthread_mutex_t* mutex, const pthread_mutexattr_t* a) {
  const int attributes = a ? *word(a) : 0;
  if (attributes & kRobust) __skein_ir_refuse("a robust mutex is not supported");
  return __skein_ir_mutex_init(mutex, attributes & kType);
}

/* ---- Condition variables: a bit for the clock ---- */

int pthread_condattr_init(pthread_condattr_t* a) { return clear(a); }

int pthread_condattr_destroy(pthread_condattr_t* a) {
  (void)a;
  return 0;
}

int pthread_condattr_setclock(pthread_condattr_t* a, clockid_t clock) {
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) return EINVAL;
  return put(a, kType, clock);
}

int pthread_condattr_getclock(const pthread_condattr_t* a, clockid_t* clock) {
  return get(a, kType, 0, clock);
}

int pthread_condattr_setpshared(pthread_condattr_t* a, int how) { return put_shared(a, how); }
int pthread_condattr_getpshared(const pthread_condattr_t* a, int* how) {
  return get_shared(a, how);
}

/* ---- Readers-writer locks ---- */

int pthread_rwlockattr_init(pthread_rwlockattr_t* a) { return clear(a); }

int pthread_rwlockattr_destroy(pthread_rwlockattr_t* a) {
  (void)a;
  return 0;
}

/* Where waiting writers keep readers out, readers can deadlock that cannot here. */
int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t* a, int kind) {
  if (kind == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP) {
    __skein_ir_refuse("a readers-writer lock that prefers writers is not supported");
  }
  return kind < 0 || kind > PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP ? EINVAL
                                                                         : put(a, kType, kind);
}

int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t* a, int* kind) {
  return get(a, kType, 0, kind);
}

int pthread_rwlockattr_setpshared(pthread_rwlockattr_t* a, int how) { return put_shared(a, how); }
int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t* a, int* how) {
  return get_shared(a, how);
}

/* ---- Barriers ---- */

int pthread_barrierattr_init(pthread_barrierattr_t* a) { return clear(a); }

int pthread_barrierattr_destroy(pthread_barrierattr_t* a) {
  (void)a;
  return 0;
}

int pthread_barrierattr_setpshared(pthread_barrierattr_t* a, int how) { return put_shared(a, how); }
int pthread_barrierattr_getpshared(const pthread_barrierattr_t* a, int* how) {
  return get_shared(a, how);
}
