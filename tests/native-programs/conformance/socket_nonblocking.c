// A socket that does not wait: the byte has come, or it has not.
// expect: verdict=clean executions=2
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>
static int ends[2];
static void* writer(void* p) {
  send(ends[1], "x", 1, 0);
  return p;
}
int main(void) {
  pthread_t t;
  assert(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
  pthread_create(&t, 0, writer, 0);
  char c = 0;
  const ssize_t n = recv(ends[0], &c, 1, MSG_DONTWAIT);
  assert((n == 1 && c == 'x') || (n == -1 && errno == EAGAIN));
  pthread_join(t, 0);
  if (n == -1) assert(recv(ends[0], &c, 1, 0) == 1);
}
