// Threads without ceremony, for the C programs of this folder. Each call is exactly the pthread
// call that its name says; nothing else here is a visible operation.
#pragma once

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

typedef void (*Body)(void);

static inline void* call_body(void* body) {
  ((Body)(uintptr_t)body)();
  return NULL;
}

static inline pthread_t spawn(Body body) {
  pthread_t thread;
  int error = pthread_create(&thread, NULL, call_body, (void*)(uintptr_t)body);
  assert(error == 0);
  (void)error;
  return thread;
}

static inline void join(pthread_t thread) {
  int error = pthread_join(thread, NULL);
  assert(error == 0);
  (void)error;
}

// Two (three) threads, joined in order.
static inline void run2(Body a, Body b) {
  pthread_t first = spawn(a);
  pthread_t second = spawn(b);
  join(first);
  join(second);
}

static inline void run3(Body a, Body b, Body c) {
  pthread_t first = spawn(a);
  pthread_t second = spawn(b);
  pthread_t third = spawn(c);
  join(first);
  join(second);
  join(third);
}

// A point in time a little ahead, for timed calls.
static inline struct timespec soon(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  t.tv_sec += 2;
  return t;
}
