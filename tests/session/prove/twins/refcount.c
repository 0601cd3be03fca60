// SPDX-License-Identifier: Apache-2.0
// An object with a count of its users; the last one frees it. BUG: the count is taken down in one
// step and looked at in another, so that both users may be the last.
#include <assert.h>
#include <pthread.h>
#include <skein/skein.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
  atomic_int users;
  int value;
};

static void* user(void* p) {
  struct object* const o = p;
  assert(o->value >= 0 && o->value < 10);
#ifdef BUG
  atomic_fetch_sub(&o->users, 1);
  const int left = atomic_load(&o->users);
#else
  const int left = atomic_fetch_sub(&o->users, 1) - 1;
#endif
  if (left == 0) free(o);
  return 0;
}

int main(void) {
  pthread_t a, b;
  struct object* const o = malloc(sizeof *o);
  o->value = (int)skein_any(0, 9);
  atomic_init(&o->users, 2);
  pthread_create(&a, 0, user, o);
  pthread_create(&b, 0, user, o);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
