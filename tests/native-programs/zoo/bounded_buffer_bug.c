// A bounded buffer that is full one item too late.
// expect: verdict=bug kind=assertion
// preload: yes
#include "../support/spawn.h"

enum { kPlaces = 1 };

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int count;

static void producer(void) {
  pthread_mutex_lock(&m);
  while (count > kPlaces) pthread_cond_wait(&changed, &m);
  count++;
  assert(count <= kPlaces);
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&m);
}

static void consumer(void) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    while (count == 0) pthread_cond_wait(&changed, &m);
    count--;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&m);
  }
}

int main(void) {
  run3(producer, producer, consumer);
  return 0;
}
