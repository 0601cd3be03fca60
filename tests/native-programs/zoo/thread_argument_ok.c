// Every thread gets its own number.
// expect: verdict=clean executions=1
// preload: yes
//
// Nothing shared: one trace.
#include "../support/spawn.h"

static int seen[2];

static void* worker(void* arg) {
  seen[*(int*)arg]++;
  return NULL;
}

int main(void) {
  pthread_t t[2];
  int number[2] = {0, 1};
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, worker, &number[i]);
  join(t[0]);
  join(t[1]);
  assert(seen[0] == 1 && seen[1] == 1);
  return 0;
}
