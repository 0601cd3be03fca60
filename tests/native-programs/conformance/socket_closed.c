// The same with MSG_NOSIGNAL: an error, no signal.
// expect: verdict=clean executions=2
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>
static int ends[2];
static void* closer(void* p) {
  close(ends[0]);
  return p;
}
int main(void) {
  pthread_t t;
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  pthread_create(&t, 0, closer, 0);
  const ssize_t n = send(ends[1], "x", 1, MSG_NOSIGNAL);
  assert(n == 1 || (n == -1 && errno == EPIPE));
  pthread_join(t, 0);
}
