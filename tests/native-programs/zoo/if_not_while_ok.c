// "if" instead of "while", fixed.
// expect: verdict=clean
// preload: yes
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int items;

static void consumer(void) {
  pthread_mutex_lock(&m);
  while (items == 0) pthread_cond_wait(&c, &m);
  assert(items > 0);
  items--;
  pthread_mutex_unlock(&m);
}

static void producer(void) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    items++;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
  }
}

int main(void) {
  run3(consumer, consumer, producer);
  assert(items == 0);
  return 0;
}
