// SPDX-License-Identifier: Apache-2.0
// liburcu: a reader of a pointer, and a writer that frees the old value after a grace period.
// WRONG: it frees the old value at once.
// known-wrong: readers of the library announce themselves by plain stores, which are not seen
// packages: liburcu-dev
// flags: -lurcu
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <urcu.h>

static int* current;

static void* reader(void* unused) {
  rcu_register_thread();
  rcu_read_lock();
  const int* const p = rcu_dereference(current);
  assert(*p == 1 || *p == 2);
  rcu_read_unlock();
  rcu_unregister_thread();
  return unused;
}

int main(void) {
  int* const old = malloc(sizeof(int));
  int* const fresh = malloc(sizeof(int));
  *old = 1;
  *fresh = 2;
  current = old;
  pthread_t thread;
  pthread_create(&thread, NULL, reader, NULL);
  rcu_assign_pointer(current, fresh);
#ifndef WRONG
  synchronize_rcu();
#endif
  free(old);
  pthread_join(thread, NULL);
  return 0;
}
