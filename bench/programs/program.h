/* SPDX-License-Identifier: Apache-2.0 */
// What the benchmark programs share: arguments, and threads with a number. Nothing here is a
// visible operation except the creation and the join themselves.
#pragma once

#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef ARGUMENTS
// For tools that give a program no arguments (bench/peers): they are constants, -DARGUMENTS=5,2.
static inline int argument(int argc, char** argv, int index, int fallback) {
  static const int given[] = {0, ARGUMENTS};
  (void)argc;
  (void)argv;
  return index < (int)(sizeof given / sizeof given[0]) ? given[index] : fallback;
}

static inline void require(int condition, const char* what) {
  assert(condition);
  (void)what;
}
#else
// The index-th argument of the program as a number, or `fallback` if there are fewer.
static inline int argument(int argc, char** argv, int index, int fallback) {
  return index < argc ? atoi(argv[index]) : fallback;
}

// Stops a program that was asked for more than its arrays hold.
static inline void require(int condition, const char* what) {
  if (condition) return;
  fprintf(stderr, "bad argument: %s\n", what);
  exit(2);
}
#endif

static inline pthread_t start_thread(void* (*body)(void*), int number) {
  pthread_t thread;
  int error = pthread_create(&thread, NULL, body, (void*)(intptr_t)number);
  assert(error == 0);
  (void)error;
  return thread;
}

static inline int number_of(void* thread_argument) { return (int)(intptr_t)thread_argument; }

static inline void join_thread(pthread_t thread) {
  int error = pthread_join(thread, NULL);
  assert(error == 0);
  (void)error;
}

static inline void lock(pthread_mutex_t* mutex) {
  int error = pthread_mutex_lock(mutex);
  assert(error == 0);
  (void)error;
}

static inline void unlock(pthread_mutex_t* mutex) {
  int error = pthread_mutex_unlock(mutex);
  assert(error == 0);
  (void)error;
}

static inline void init_mutexes(pthread_mutex_t* mutexes, int count) {
  for (int i = 0; i < count; i++) pthread_mutex_init(&mutexes[i], NULL);
}
