// A bounded queue with two condition variables.
// expect: verdict=clean
// preload: yes
//
// No count by hand: one place, two items, waits on both sides.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER;
static int count, consumed;

static void* producer(void* arg) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    while (count == 1) pthread_cond_wait(&not_full, &m);
    count++;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&m);
  }
  return arg;
}

static void* consumer(void* arg) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    while (count == 0) pthread_cond_wait(&not_empty, &m);
    count--;
    consumed++;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(consumed == 2 && count == 0);
  return 0;
}
