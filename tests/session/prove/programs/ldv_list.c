// SPDX-License-Identifier: Apache-2.0
// A list to which two threads add, and which main walks at the end.
// BUG: one of them adds without the lock.
#include "competition.h"
struct item {
  struct item* next;
  int value;
};
static struct item* head;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct item items[2];
static void add(int i) {
  items[i].value = i + 1;
  items[i].next = head;
  head = &items[i];
}
static void* first(void* p) {
  pthread_mutex_lock(&m);
  add(0);
  pthread_mutex_unlock(&m);
  return p;
}
static void* second(void* p) {
#ifndef BUG
  pthread_mutex_lock(&m);
#endif
  add(1);
#ifndef BUG
  pthread_mutex_unlock(&m);
#endif
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  int sum = 0;
  for (struct item* i = head; i; i = i->next) sum += i->value;
  check(sum == 3);
  return 0;
}
