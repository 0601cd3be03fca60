// Pipes that threads make and close themselves.
// expect: verdict=clean executions=1
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static void* alone(void* p) {
  int ends[2];
  char c = 0;
  assert(pipe(ends) == 0);
  const int copy = fcntl(ends[1], F_DUPFD, 0);
  close(ends[1]);
  assert(write(copy, "a", 1) == 1);
  assert(dup2(copy, 500) == 500);
  close(copy);
  assert(write(500, "b", 1) == 1);
  close(500);
  assert(read(ends[0], &c, 1) == 1 && c == 'a');
  assert(read(ends[0], &c, 1) == 1 && c == 'b');
  assert(read(ends[0], &c, 1) == 0);
  close(ends[0]);
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, alone, 0);
  pthread_join(t, 0);
  alone(0);
}
