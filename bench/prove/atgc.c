/* SPDX-License-Identifier: Apache-2.0 */
/* ATGC(T): workers count a letter in their parts of a sequence [THESIS Sec.5.6]. */
#include "program.h"

#ifndef T
#define T 2
#endif
#define PART 30
#define S (PART * T)

static pthread_mutex_t mid = PTHREAD_MUTEX_INITIALIZER, mres = PTHREAD_MUTEX_INITIALIZER;
static int idcount, result[T], sequence[S], target;

static void* worker(void* unused) {
  int count = 0;
  LOCK(mid);
  int l = target;
  int id = idcount;
  idcount++;
  UNLOCK(mid);
  assert(id >= 0 && id <= T);
  int from = PART * id;
  for (int i = 0; i < PART; i++) {
    if (sequence[from + i] == l) count++;
  }
  if (count > PART) count = PART;
  LOCK(mres);
  result[id] = count;
  UNLOCK(mres);
  return unused;
}

int main(void) {
  pthread_t threads[T];
  int where = nondet(0, S - 1);
  sequence[where] = nondet(0, 3);
  target = nondet(0, 3);
  int i;
  for (i = 0; i < T; i++) pthread_create(&threads[i], 0, worker, 0);
  assert(i == T);
  for (i = 0; i < T; i++) pthread_join(threads[i], 0);
  int count = 0;
  for (i = 0; i < T; i++) count += result[i];
  assert(0 <= count);
  assert(count <= S);
  return 0;
}
