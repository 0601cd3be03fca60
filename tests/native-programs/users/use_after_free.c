// One thread frees what the other one reads, in one of two orders.
// expect: verdict=bug kind=memory|crash|race
// needs: memory
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int* shared;

static void* user(void* arg) {
  pthread_mutex_lock(&m);
  assert(*shared == 7);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  shared = malloc(sizeof *shared);
  *shared = 7;
  pthread_t a;
  pthread_create(&a, NULL, user, NULL);
  pthread_mutex_lock(&m);
  free(shared);
  pthread_mutex_unlock(&m);
  pthread_join(a, NULL);
  return 0;
}
