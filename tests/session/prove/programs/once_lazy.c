// SPDX-License-Identifier: Apache-2.0
// An object that is made once, looked at under the lock.
// BUG: it is published before it is filled.
// options: --races=off
#include "competition.h"
struct object {
  int a, b;
};
static struct object it, *made;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct object* get(void) {
#ifdef BUG
  if (made) return made;
#endif
  pthread_mutex_lock(&m);
  if (!made) {
#ifdef BUG
    made = &it;
    it.a = 1;
    it.b = 2;
#else
    it.a = 1;
    it.b = 2;
    made = &it;
#endif
  }
  pthread_mutex_unlock(&m);
  return made;
}
static void* first(void* p) {
  struct object* o = get();
  check(o->a + o->b == 3);
  return p;
}
static void* second(void* p) { return first(p); }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);

  return 0;
}
