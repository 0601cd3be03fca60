// A detached thread is joined.
// expect: verdict=bug kind=lock-misuse executions=1 violations=1
// preload: yes
//
// Nothing shared: one trace.
#include "../support/spawn.h"

static void worker(void) {}

int main(void) {
  pthread_t t = spawn(worker);
  pthread_detach(t);
  pthread_join(t, NULL);
  pthread_exit(NULL);
}
