// SPDX-License-Identifier: Apache-2.0
// A cache in which the entry that was used longest ago is replaced. BUG: an entry that has just
// been used is never chosen, even if there is no other.
#include <assert.h>
#include <pthread.h>
#include <skein/skein.h>

enum { kEntries = 3 };
static int key[kEntries] = {-1, -1, -1}, age[kEntries];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void use(int wanted) {
  int at = -1;
  int oldest = 0;
  for (int i = 0; i < kEntries; i++) {
#ifdef BUG
    if (age[i] > oldest) {
#else
    if (at < 0 || age[i] > oldest) {
#endif
      oldest = age[i];
      at = i;
    }
  }
  for (int i = 0; i < kEntries; i++) {
    age[i]++;
    if (key[i] == wanted) at = i;
  }
  assert(at >= 0 && at < kEntries);
  key[at] = wanted;
  age[at] = 0;
}

static void* client(void* p) {
  const int wanted = (int)skein_any(0, 9);
  pthread_mutex_lock(&m);
  use(wanted);
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, client, 0);
  client(0);
  pthread_join(a, 0);
  return 0;
}
