// SPDX-License-Identifier: Apache-2.0
/* Three threads pass a token for ever; its holder uses what is shared. -D BUG: one passes it
 * on before it is done. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include "forever.h"

#define N 3

static atomic_int token;
static atomic_int inside;

static void* member(void* number) {
  long me = (long)number;
  FOR_EVER {
    while (atomic_load(&token) != me) {
    }
#ifdef BUG
    if (me == 1) atomic_store(&token, 2);
#endif
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
#ifdef BUG
    if (me == 1) continue;
#endif
    atomic_store(&token, (int)(me + 1) % N);
  }
  return 0;
}

int main(void) {
  pthread_t t[N];
  for (long i = 0; i < N; i++) pthread_create(&t[i], 0, member, (void*)i);
  for (long i = 0; i < N; i++) pthread_join(t[i], 0);
  return 0;
}
