// A thread closes a descriptor that another one still uses: the write comes before, or fails.
// expect: verdict=bug kind=assertion executions=2
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void* closer(void* p) {
  close(ends[1]);
  return p;
}

int main(void) {
  pthread_t t;
  assert(pipe(ends) == 0);
  pthread_create(&t, 0, closer, 0);
  assert(write(ends[1], "x", 1) == 1);
  pthread_join(t, 0);
}
