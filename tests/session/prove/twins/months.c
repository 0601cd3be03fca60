// SPDX-License-Identifier: Apache-2.0
// Days of months, added up by two threads. BUG: months are counted from one, the table from zero.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
static int total;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void* add(void* p) {
  int month = 0;
  if (scanf("%d", &month) != 1 || month < 1 || month > 12) return p;
  pthread_mutex_lock(&m);
#ifdef BUG
  const int row = month;
#else
  const int row = month - 1;
#endif
  assert(row < 12);
  total += days[row];
  pthread_mutex_unlock(&m);
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(total <= 62);
  return 0;
}
