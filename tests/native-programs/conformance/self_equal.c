// pthread_self and pthread_equal.
// expect: verdict=clean executions=1
// preload: yes
//
// Nothing shared at the same time: one trace.
#include "../support/spawn.h"

static pthread_t seen;

static void worker(void) { seen = pthread_self(); }

int main(void) {
  pthread_t self = pthread_self();
  pthread_t t = spawn(worker);
  join(t);
  assert(pthread_equal(seen, t));
  assert(!pthread_equal(seen, self));
  assert(pthread_equal(self, pthread_self()));
  return 0;
}
