/* SPDX-License-Identifier: Apache-2.0 */
/* FMAX(Q,I): a producer sends the indices of the largest elements through a queue of Q places; the
 * consumer is main [THESIS Sec.5.6]. */
#include "program.h"

#ifndef Q
#define Q 2
#endif
#ifndef I
#define I 3
#endif

static pthread_mutex_t mq = PTHREAD_MUTEX_INITIALIZER;
static int q[Q], qsiz, source[I], sorted[I];

static int index_of_maximum(void) {
  int idx = 0;
  for (int i = 1; i < I; i++) {
    if (source[i] > source[idx]) idx = i;
  }
  assert(0 <= idx);
  assert(idx < I);
  return idx;
}

static void insert(int x) {
  int done = 0;
  do {
    LOCK(mq);
    if (qsiz < Q) {
      done = 1;
      q[qsiz] = x;
      qsiz++;
    }
    UNLOCK(mq);
  } while (!done);
}

static int take(void) {
  int done = 0, x = 0;
  do {
    LOCK(mq);
    if (qsiz > 0) {
      done = 1;
      x = q[0];
      qsiz--;
      for (int i = 0; i < qsiz; i++) q[i] = q[i + 1];
      assert(qsiz < Q);
      q[qsiz] = 0;
    }
    UNLOCK(mq);
  } while (!done);
  return x;
}

static void* producer(void* unused) {
  for (int i = 0; i < I; i++) {
    int idx = index_of_maximum();
    source[idx] = -source[idx];
    insert(idx);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < I; i++) {
    source[i] = nondet(0, 20);
    assert(source[i] >= 0);
  }
  pthread_create(&thread, 0, producer, 0);
  for (int i = 0; i < I; i++) {
    int x = take();
    sorted[i] = x;
    assert(0 <= x);
    assert(x < I);
  }
  pthread_join(thread, 0);
  return 0;
}
