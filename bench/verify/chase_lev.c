// SPDX-License-Identifier: Apache-2.0
/* The work-stealing deque of Chase and Lev, of bounded size: the owner pushes and pops at the
 * bottom, thieves steal at the top. Proved: each task is taken once, none is lost. -D BUG: the
 * owner takes the last task without asking whether a thief has it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef TASKS
#define TASKS 2
#endif
#ifndef THIEVES
#define THIEVES 1
#endif

static atomic_int task[TASKS];
static atomic_int top, bottom;
static atomic_int taken[TASKS];

static void take(int number) { assert(atomic_fetch_add(&taken[number], 1) == 0); }

static void push(int number) {
  int b = atomic_load(&bottom);
  atomic_store(&task[b % TASKS], number);
  atomic_store(&bottom, b + 1);
}

/* False if there was nothing. */
static int pop(void) {
  int b = atomic_load(&bottom) - 1;
  atomic_store(&bottom, b);
  int t = atomic_load(&top);
  if (t > b) {
    atomic_store(&bottom, b + 1);
    return 0;
  }
  int number = atomic_load(&task[b % TASKS]);
  if (t < b) {
    take(number);
    return 1;
  }
#ifndef BUG
  int is_mine = atomic_compare_exchange_strong(&top, &t, t + 1);
#else
  int is_mine = 1;
#endif
  atomic_store(&bottom, b + 1);
  if (is_mine) take(number);
  return is_mine;
}

static void steal(void) {
  int t = atomic_load(&top);
  int b = atomic_load(&bottom);
  if (t >= b) return;
  int number = atomic_load(&task[t % TASKS]);
  if (atomic_compare_exchange_strong(&top, &t, t + 1)) take(number);
}

static void* thief(void* unused) {
  for (int i = 0; i < TASKS; i++) steal();
  return unused;
}

int main(void) {
  pthread_t t[THIEVES];
  for (int i = 0; i < THIEVES; i++) pthread_create(&t[i], 0, thief, 0);
  for (int i = 0; i < TASKS; i++) push(i);
  while (pop()) {
  }
  for (int i = 0; i < THIEVES; i++) pthread_join(t[i], 0);
  for (int i = 0; i < TASKS; i++) assert(atomic_load(&taken[i]) == 1);
  return 0;
}
