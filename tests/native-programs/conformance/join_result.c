// A join returns what the thread returned, or gave to pthread_exit.
// expect: verdict=clean executions=1
// preload: yes
//
// Nothing shared: one trace.
#include "../support/spawn.h"

static void* returns(void* arg) { return (char*)arg + 1; }

static void deeper(void* arg) { pthread_exit((char*)arg + 2); }

static void* exits(void* arg) {
  deeper(arg);
  return NULL;
}

int main(void) {
  char base[4];
  pthread_t t[2];
  pthread_create(&t[0], NULL, returns, base);
  pthread_create(&t[1], NULL, exits, base);
  void* result;
  assert(pthread_join(t[1], &result) == 0 && result == base + 2);
  assert(pthread_join(t[0], &result) == 0 && result == base + 1);
  return 0;
}
