// A pipe that does not wait: the byte has come, or it has not.
// expect: verdict=clean executions=2
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static int ends[2];
static void* writer(void* p) {
  write(ends[1], "x", 1);
  return p;
}
int main(void) {
  pthread_t t;
  assert(pipe2(ends, O_NONBLOCK | O_CLOEXEC) == 0);
  pthread_create(&t, 0, writer, 0);
  char c = 0;
  const ssize_t n = read(ends[0], &c, 1);
  assert((n == 1 && c == 'x') || (n == -1 && errno == EAGAIN));
  pthread_join(t, 0);
  if (n == -1) assert(read(ends[0], &c, 1) == 1);
}
