/* SPDX-License-Identifier: Apache-2.0 */
/* singleton [QPOR Table 3]: four threads overwrite a byte of a heap block, and one frees the block
   and makes a new one, under a lock. It need not be X that was written last (default: a bug).
   UNINIT: the new block's byte may not have been written at all, and nothing relies on it. */
#include "program.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char* byte;

static void* renew(void* unused) {
  LOCK(m);
  free(byte);
  byte = malloc(1);
#ifndef UNINIT
  *byte = 'X';
#endif
  UNLOCK(m);
  return unused;
}

static void* write_x(void* unused) {
  LOCK(m);
  *byte = 'X';
  UNLOCK(m);
  return unused;
}

static void* write_y(void* unused) {
  LOCK(m);
  *byte = 'Y';
  UNLOCK(m);
  return unused;
}

int main(void) {
  void* (*const bodies[])(void*) = {renew, write_x, write_y, write_x, write_x};
  pthread_t threads[5];
  byte = malloc(1);
  *byte = 'X';
  for (int k = 0; k < 5; k++) threads[k] = started(bodies[k], 0);
  for (int k = 0; k < 5; k++) finished(threads[k]);
#ifdef UNINIT
  assert(byte);
#else
  assert(*byte == 'X');
#endif
  free(byte);
  return 0;
}
