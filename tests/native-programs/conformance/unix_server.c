// A server on a name of AF_UNIX and its client; the server is a loop over epoll.
// expect: verdict=clean
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "conformance.socket"};

static void* client(void* p) {
  const int s = socket(AF_UNIX, SOCK_STREAM, 0);
  assert(connect(s, (struct sockaddr*)&address, sizeof(address)) == 0);
  assert(send(s, "x", 1, MSG_NOSIGNAL) == 1);
  close(s);
  return p;
}

int main(void) {
  pthread_t t;
  const int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
  unlink(address.sun_path);
  assert(bind(listener, (struct sockaddr*)&address, sizeof(address)) == 0);
  assert(listen(listener, 8) == 0);
  const int set = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = listener};
  assert(epoll_ctl(set, EPOLL_CTL_ADD, listener, &event) == 0);
  pthread_create(&t, 0, client, 0);
  int bytes = 0, open = 1;
  while (open > 0) {
    assert(epoll_wait(set, &event, 1, -1) == 1);
    if (event.data.fd == listener) {
      const int s = accept4(listener, 0, 0, SOCK_NONBLOCK | SOCK_CLOEXEC);
      assert(s >= 0);
      event.events = EPOLLIN;
      event.data.fd = s;
      assert(epoll_ctl(set, EPOLL_CTL_ADD, s, &event) == 0);
      continue;
    }
    char c;
    const ssize_t n = recv(event.data.fd, &c, 1, 0);
    assert(n >= 0);
    bytes += (int)n;
    if (n == 0) {
      close(event.data.fd);
      --open;
    }
  }
  assert(bytes == 1);
  pthread_join(t, 0);
  assert(unlink(address.sun_path) == 0);
}
