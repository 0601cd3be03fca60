// A server stops when it sees no connection for a moment: a client that comes later is never
// answered, and waits for ever.
// expect: verdict=bug kind=deadlock
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address = {.sin_family = AF_INET};

static void* client(void* p) {
  const int s = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(s, (struct sockaddr*)&address, sizeof(address)) != 0) return p;
  char c;
  recv(s, &c, 1, 0);
  close(s);
  return p;
}

int main(void) {
  pthread_t t;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  socklen_t size = sizeof(address);
  assert(bind(listener, (struct sockaddr*)&address, sizeof(address)) == 0);
  assert(getsockname(listener, (struct sockaddr*)&address, &size) == 0 && listen(listener, 4) == 0);
  pthread_create(&t, 0, client, 0);
  struct pollfd entry = {listener, POLLIN, 0};
  if (poll(&entry, 1, 100) == 1) {
    const int s = accept(listener, 0, 0);
    assert(s >= 0 && send(s, "x", 1, MSG_NOSIGNAL) == 1);
    close(s);
  }
  pthread_join(t, 0);
}
