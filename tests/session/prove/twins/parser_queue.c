// SPDX-License-Identifier: Apache-2.0
// A parser reads messages and puts them into a queue for a worker. BUG: the length that the sender
// claims is not checked against the size of a slot.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

enum { kSlots = 2, kRoom = 8 };
struct message {
  int length;
  char text[kRoom];
};
static struct message queue[kSlots];
static int filled;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* parser(void* p) {
  (void)p;
  for (int i = 0; i < kSlots; i++) {
    int length = getchar();
    if (length < 0) break;
#ifndef BUG
    if (length > kRoom) length = kRoom;
#endif
    pthread_mutex_lock(&m);
    queue[filled].length = length;
    for (int k = 0; k < length; k++) queue[filled].text[k] = 'x';
    filled++;
    pthread_mutex_unlock(&m);
  }
  return 0;
}

static void* worker(void* p) {
  (void)p;
  pthread_mutex_lock(&m);
  for (int i = 0; i < filled; i++) assert(queue[i].length <= kRoom);
  pthread_mutex_unlock(&m);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, parser, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
