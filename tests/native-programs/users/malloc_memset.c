// malloc and memset in threads.
// expect: verdict=clean executions=2
// preload: yes
//
// Two sections on one mutex; allocation is not an operation.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long sum;

static void* worker(void* arg) {
  unsigned char* block = malloc(1000);
  memset(block, *(int*)arg, 1000);
  long mine = 0;
  for (int i = 0; i < 1000; i++) mine += block[i];
  free(block);
  pthread_mutex_lock(&m);
  sum += mine;
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
  assert(sum == 3000);
  return 0;
}
