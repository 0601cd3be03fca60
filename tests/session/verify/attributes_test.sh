#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Attributes of threads and locks are memory like any other (src/machine/ir/library/attributes.c).
# shellcheck source=tests/session/verify/expect.sh
. "$SKEIN_SOURCE/tests/session/verify/expect.sh"

# attributes SETTING OTHER USE: what is set before another thread is created, what that does, what is done meanwhile.
attributes() {
  cat <<END
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static struct { char c; pthread_mutexattr_t mutex[2]; pthread_attr_t thread; } a;
static pthread_mutex_t m;
static pthread_t t, u;
static void *nothing(void *p) { return p; }
static void *other(void *p) { $2; return p; }
int main(void) {
  $1;
  pthread_create(&t, 0, other, 0);
  $3;
  pthread_join(t, 0);
}
END
}
init="pthread_mutexattr_init(&a.mutex[1]); pthread_mutexattr_settype(&a.mutex[1], PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&m, &a.mutex[1])"
twice="pthread_mutex_lock(&m); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_unlock(&m)"
attributes "$init" "$twice" "$twice" | expect_program 0 "proved"
attributes "$init; pthread_mutex_init(&m, &a.mutex[0])" "$twice" "" | expect_program 1 "locks a mutex that it has locked already"
attributes "pthread_mutexattr_settype(&a.mutex[0], PTHREAD_MUTEX_ERRORCHECK); pthread_mutex_init(&m, &a.mutex[0])" \
  "assert(pthread_mutex_unlock(&m) == EPERM)" "assert(pthread_mutex_lock(&m) == 0 && pthread_mutex_lock(&m) == EDEADLK)" | expect_program 0 "proved"
# A copy of attributes is attributes, wherever it lies.
attributes "pthread_mutexattr_t local; pthread_mutexattr_init(&local); pthread_mutexattr_settype(&local, PTHREAD_MUTEX_RECURSIVE); a.mutex[0] = local; pthread_mutex_init(&m, &a.mutex[0])" \
  "$twice" "" | expect_program 0 "proved"
attributes "" "pthread_mutexattr_settype(&a.mutex[0], PTHREAD_MUTEX_RECURSIVE)" "pthread_mutex_init(&m, &a.mutex[0])" | expect_program 1 "data race on a"
attributes "" "pthread_mutexattr_settype(&a.mutex[0], PTHREAD_MUTEX_RECURSIVE)" "pthread_mutex_init(&m, &a.mutex[1])" | expect_program 0 "proved"
attributes "pthread_mutexattr_setrobust(&a.mutex[0], PTHREAD_MUTEX_ROBUST); pthread_mutex_init(&m, &a.mutex[0])" "" "" |
  expect_program 2 "program.c:11: .*a robust mutex is not supported"
attributes "pthread_rwlockattr_t r; pthread_rwlockattr_init(&r); pthread_rwlockattr_setkind_np(&r, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)" "" "" |
  expect_program 2 "a readers-writer lock that prefers writers is not supported"
attributes "static pthread_rwlock_t r = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP; pthread_rwlock_rdlock(&r)" "" "" |
  expect_program 2 "a readers-writer lock that prefers writers is not supported"
# Threads too.
attributes "pthread_attr_init(&a.thread)" "" "pthread_create(&u, &a.thread, nothing, 0); pthread_join(u, 0)" | expect_program 0 "proved"
attributes "pthread_attr_init(&a.thread); pthread_attr_setdetachstate(&a.thread, PTHREAD_CREATE_DETACHED)" "" \
  "pthread_create(&u, &a.thread, nothing, 0); pthread_join(u, 0)" | expect_program 1 "joins a detached thread"

finish
