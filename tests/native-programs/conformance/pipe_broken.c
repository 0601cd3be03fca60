// A pipe without a reader: the write fails, once the signal is ignored.
// expect: verdict=clean executions=2
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>
static int ends[2];
static void* closer(void* p) {
  close(ends[0]);
  return p;
}
int main(void) {
  pthread_t t;
  signal(SIGPIPE, SIG_IGN);
  assert(pipe(ends) == 0);
  pthread_create(&t, 0, closer, 0);
  const ssize_t n = write(ends[1], "x", 1);
  assert(n == 1 || (n == -1 && errno == EPIPE));
  pthread_join(t, 0);
  assert(write(ends[1], "x", 1) == -1 && errno == EPIPE);
}
