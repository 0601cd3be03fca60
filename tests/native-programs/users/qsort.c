// qsort with a callback, in threads.
// expect: verdict=clean executions=2
// preload: yes
//
// Two sections on one mutex.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { kSize = 50 };

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int sorted;

static int compare(const void* a, const void* b) {
  int x = *(const int*)a, y = *(const int*)b;
  return (x > y) - (x < y);
}

static void* worker(void* arg) {
  int numbers[kSize];
  for (int i = 0; i < kSize; i++) numbers[i] = (i * 37 + *(int*)arg) % kSize;
  qsort(numbers, kSize, sizeof numbers[0], compare);
  for (int i = 1; i < kSize; i++) assert(numbers[i - 1] <= numbers[i]);
  pthread_mutex_lock(&m);
  sorted++;
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  int one = 1, two = 2;
  pthread_create(&a, NULL, worker, &one);
  pthread_create(&b, NULL, worker, &two);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(sorted == 2);
  return 0;
}
