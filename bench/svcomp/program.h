/* SPDX-License-Identifier: Apache-2.0 */
/* What the programs of [QPOR Table 3] share. Their shapes are those of the competition's; as in the
   paper, locks are added where the competition's have data races. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define LOCK(m) pthread_mutex_lock(&(m))
#define UNLOCK(m) pthread_mutex_unlock(&(m))

static pthread_t started(void* (*body)(void*), void* argument) {
  pthread_t thread;
  if (pthread_create(&thread, 0, body, argument) != 0) abort();
  return thread;
}

static void finished(pthread_t thread) { pthread_join(thread, 0); }
