// A loop of sections waits for what another section writes.
// expect: verdict=clean executions=1 blocked=1
// needs: spin
//
// The flag is set before the first look, or the loop waits.
#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int done, result;

static void work(void) {
  result = 7;
  pthread_mutex_lock(&m);
  done = 1;
  pthread_mutex_unlock(&m);
}

static void await(void) {
  int is_done = 0;
  while (!is_done) {
    pthread_mutex_lock(&m);
    is_done = done;
    pthread_mutex_unlock(&m);
  }
  assert(result == 7);
}

int main(void) {
  run2(await, work);
  return 0;
}
