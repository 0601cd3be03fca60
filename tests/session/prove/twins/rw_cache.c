// SPDX-License-Identifier: Apache-2.0
// A cache under a readers-writer lock: a miss is filled in. BUG: it is filled in while only the
// lock for reading is held.
#include <assert.h>
#include <pthread.h>
#include <skein/skein.h>

enum { kEntries = 3 };
static int is_there[kEntries], value[kEntries];
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static int look_up(int key) {
  pthread_rwlock_rdlock(&l);
  const int hit = is_there[key];
  int found = value[key];
#ifdef BUG
  if (!hit) {
    is_there[key] = 1;
    found = value[key] = 10 * key;
  }
  pthread_rwlock_unlock(&l);
#else
  pthread_rwlock_unlock(&l);
  if (!hit) {
    pthread_rwlock_wrlock(&l);
    is_there[key] = 1;
    found = value[key] = 10 * key;
    pthread_rwlock_unlock(&l);
  }
#endif
  return found;
}

static void* client(void* p) {
  const int found = look_up((int)skein_any(0, kEntries - 1));
  assert(found >= 0 && found <= 20);
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, client, 0);
  pthread_create(&b, 0, client, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
