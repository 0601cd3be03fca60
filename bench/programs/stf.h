/* SPDX-License-Identifier: Apache-2.0 */
// The two threads of STF and STF*. [POET Table 1]
#pragma once

#include <stdatomic.h>

#include "program.h"

static atomic_int data1 = 10, data2 = 10;
static pthread_mutex_t ma = PTHREAD_MUTEX_INITIALIZER;

// A load and a store: two visible operations, made one by the lock.
static void add(atomic_int* variable, int amount) {
  lock(&ma);
  atomic_store(variable, atomic_load(variable) + amount);
  unlock(&ma);
}

static void* first(void* arg) {
  (void)arg;
  add(&data1, 1);
  add(&data2, 1);
  return NULL;
}

static void* second(void* arg) {
  (void)arg;
  add(&data1, 5);
  add(&data2, -6);
  return NULL;
}

static void run_both(void) {
  pthread_t a = start_thread(first, 0);
  pthread_t b = start_thread(second, 0);
  join_thread(a);
  join_thread(b);
}
