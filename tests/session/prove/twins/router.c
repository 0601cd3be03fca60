// SPDX-License-Identifier: Apache-2.0
// A router puts messages with unknown destinations into mailboxes. BUG: the number of mailboxes is
// itself taken for a destination.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

enum { kBoxes = 4 };
static int boxes[kBoxes];
static pthread_mutex_t locks[kBoxes] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                        PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int lost;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* route(void* p) {
  int to = 0;
  if (scanf("%d", &to) != 1) return p;
#ifdef BUG
  const int is_known = to >= 0 && to <= kBoxes;
#else
  const int is_known = to >= 0 && to < kBoxes;
#endif
  if (is_known) {
    pthread_mutex_lock(&locks[to % kBoxes]);
    assert(to < kBoxes);
    boxes[to]++;
    pthread_mutex_unlock(&locks[to % kBoxes]);
  } else {
    pthread_mutex_lock(&m);
    lost++;
    pthread_mutex_unlock(&m);
  }
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, route, 0);
  pthread_create(&b, 0, route, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
