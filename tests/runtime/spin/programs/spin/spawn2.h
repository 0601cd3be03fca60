/* Two threads, numbered 0 and 1, started and joined by main. */
#pragma once
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 2
#endif

static void body(int me);
static void* start(void* p) {
  body((int)(intptr_t)p);
  return 0;
}
static void run_all(void) {
  pthread_t t[N];
  for (int i = 0; i < N; ++i) pthread_create(&t[i], 0, start, (void*)(intptr_t)i);
  for (int i = 0; i < N; ++i) pthread_join(t[i], 0);
}

/* The critical section: mutual exclusion is asserted. Two accesses to an ordinary variable. */
static int inside, total;
static void critical(void) {
  assert(inside == 0);
  inside = 1;
  ++total;
  inside = 0;
}
