// SPDX-License-Identifier: Apache-2.0
// A bounded stack, pushed and popped by two threads.
// BUG: push does not look whether there is room.
#include "competition.h"
#define N 3
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int stack[N], top;
static void* first(void* p) {
  for (int i = 0; i < 5; i++) {
    pthread_mutex_lock(&m);
#ifndef BUG
    if (top < N)
#endif
      stack[top++] = i;
    pthread_mutex_unlock(&m);
  }
  return p;
}
static void* second(void* p) {
  for (int i = 0; i < 5; i++) {
    pthread_mutex_lock(&m);
    if (top > 0) {
      top--;
      check(stack[top] >= 0 && stack[top] < 5);
    }
    pthread_mutex_unlock(&m);
  }
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  check(top >= 0 && top <= N);
  return 0;
}
