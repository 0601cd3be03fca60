// What the event-driven programs of this folder share. Nothing here is a visible operation except
// the posts and the creations of threads themselves.
#pragma once

#include <pthread.h>
#include <skein/events.h>
#include <skein/skein.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { kMost = 16 };  // the largest argument

// The index-th argument of the program as a number, or `fallback` if there are fewer.
static inline int argument(int argc, char** argv, int index, int fallback) {
  int value = index < argc ? atoi(argv[index]) : fallback;
  if (value >= 1 && value <= kMost) return value;
  fprintf(stderr, "argument %d must be 1 to %d\n", index, kMost);
  exit(2);
}

// Two small numbers as the argument of a thread or message.
static inline void* pack(int i, int j) { return (void*)(intptr_t)(i * (kMost * kMost) + j); }
static inline int first_of(void* packed) { return (int)((intptr_t)packed / (kMost * kMost)); }
static inline int second_of(void* packed) { return (int)((intptr_t)packed % (kMost * kMost)); }

static inline void post(skein_handler* handler, void (*function)(void*), int i, int j) {
  int error = skein_post(handler, function, pack(i, j));
  skein_assert(error == 0);
}

static inline skein_handler* new_handler(void) {
  skein_handler* handler = skein_handler_create(SKEIN_ANY_ORDER);
  skein_assert(handler != NULL);
  return handler;
}

static inline void start_thread(void* (*body)(void*), int i, int j) {
  pthread_t thread;
  int error = pthread_create(&thread, NULL, body, pack(i, j));
  skein_assert(error == 0);
}
