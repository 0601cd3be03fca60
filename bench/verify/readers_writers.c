// SPDX-License-Identifier: Apache-2.0
/* Readers and writers with a mutex and a condition variable, for ever; readers go first, so that a
 * writer may starve. Proved: writers are alone, and there is no deadlock. (Starvation is a run that
 * never ends, not a state that can be reached: the verdict says nothing of it.) -D BUG: a
 * woken thread does not look again whether it may go in. */
#include <assert.h>
#include <pthread.h>

#include "forever.h"

#ifndef READERS
#define READERS 1
#endif
#ifndef WRITERS
#define WRITERS 2
#endif

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int readers, writers;

static void* reader(void* unused) {
  FOR_EVER {
    pthread_mutex_lock(&m);
    while (writers > 0) pthread_cond_wait(&changed, &m);
    readers++;
    pthread_mutex_unlock(&m);
    /* reads */
    pthread_mutex_lock(&m);
    readers--;
    if (readers == 0) pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&m);
  }
  return unused;
}

static void* writer(void* unused) {
  FOR_EVER {
    pthread_mutex_lock(&m);
#ifndef BUG
    while (readers > 0 || writers > 0) pthread_cond_wait(&changed, &m);
#else
    if (readers > 0 || writers > 0) pthread_cond_wait(&changed, &m);
#endif
    assert(readers == 0 && writers == 0);
    writers++;
    pthread_mutex_unlock(&m);
    /* writes */
    pthread_mutex_lock(&m);
    writers--;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&m);
  }
  return unused;
}

int main(void) {
  pthread_t r[READERS], w[WRITERS];
  for (int i = 0; i < READERS; i++) pthread_create(&r[i], 0, reader, 0);
  for (int i = 0; i < WRITERS; i++) pthread_create(&w[i], 0, writer, 0);
  for (int i = 0; i < READERS; i++) pthread_join(r[i], 0);
  for (int i = 0; i < WRITERS; i++) pthread_join(w[i], 0);
  return 0;
}
