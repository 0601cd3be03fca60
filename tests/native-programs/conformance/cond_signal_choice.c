// Which waiter a signal wakes is a choice.
// expect: verdict=clean executions=14
// preload: yes
//
// Waiters before the producer's section: none: 2 orders after it; one (2 ways): 2 orders of its
// wake and the other's section; both: 2 orders of waiting, 2 choices of the first signal (the
// second has one waiter left), 2 orders of waking. 2 + 2 * 2 + 8.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int tokens;

static void consumer(void) {
  pthread_mutex_lock(&m);
  while (tokens == 0) pthread_cond_wait(&c, &m);
  tokens--;
  pthread_mutex_unlock(&m);
}

static void producer(void) {
  pthread_mutex_lock(&m);
  tokens = 2;
  pthread_cond_signal(&c);
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
}

int main(void) {
  run3(consumer, consumer, producer);
  assert(tokens == 0);
  return 0;
}
