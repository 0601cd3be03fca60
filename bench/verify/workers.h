/* SPDX-License-Identifier: Apache-2.0 */
/* N threads that run `worker`, each with its number, and main that waits for them. */
#ifndef WORKERS_H
#define WORKERS_H

#include <pthread.h>

#ifndef N
#define N 2
#endif

static void* worker(void* number);

int main(void) {
  pthread_t t[N];
  for (long i = 0; i < N; i++) pthread_create(&t[i], 0, worker, (void*)i);
  for (long i = 0; i < N; i++) pthread_join(t[i], 0);
  return 0;
}

#endif
