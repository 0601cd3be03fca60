// A listener is closed while a client connects: no listener any more, or the connection ends
// before it was accepted.
// expect: verdict=clean executions=4
//
// The close comes before the connect: 1. It comes after: then the pending connection ends in a step
// of its own, before the client's socket is connected, before the client looks for something to
// read, or after that look, when the client sleeps: 3.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "conformance2.socket"};

static void* client(void* p) {
  const int s = socket(AF_UNIX, SOCK_STREAM, 0);
  if (connect(s, (struct sockaddr*)&address, sizeof(address)) != 0) {
    assert(errno == ECONNREFUSED || errno == ENOENT);
    return p;
  }
  char c;
  const ssize_t n = read(s, &c, 1);
  assert(n == 0 || (n == -1 && errno == ECONNRESET));
  return p;
}

int main(void) {
  pthread_t t;
  const int listener = socket(AF_UNIX, SOCK_STREAM, 0);
  unlink(address.sun_path);
  assert(bind(listener, (struct sockaddr*)&address, sizeof(address)) == 0);
  assert(listen(listener, 8) == 0);
  pthread_create(&t, 0, client, 0);
  close(listener);
  pthread_join(t, 0);
  unlink(address.sun_path);
}
