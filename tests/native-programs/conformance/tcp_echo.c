// A server and its client on the loopback address. The port is not known before; both sides see
// each other's address.
// expect: verdict=clean
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address;

static void* client(void* p) {
  const int s = socket(AF_INET, SOCK_STREAM, 0);
  const int one = 1;
  assert(setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one)) == 0);
  assert(connect(s, (struct sockaddr*)&address, sizeof(address)) == 0);
  struct sockaddr_in peer;
  socklen_t size = sizeof(peer);
  assert(getpeername(s, (struct sockaddr*)&peer, &size) == 0 && size == sizeof(peer));
  assert(peer.sin_port == address.sin_port);
  assert(send(s, "hello", 5, 0) == 5);
  assert(shutdown(s, SHUT_WR) == 0);
  char text[8] = {0};
  assert(recv(s, text, 5, MSG_WAITALL) == 5 && strcmp(text, "HELLO") == 0);
  close(s);
  return p;
}

int main(void) {
  pthread_t t;
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  const int one = 1;
  assert(setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one)) == 0);
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  assert(bind(listener, (struct sockaddr*)&address, sizeof(address)) == 0);
  socklen_t size = sizeof(address);
  assert(getsockname(listener, (struct sockaddr*)&address, &size) == 0);
  assert(ntohs(address.sin_port) != 0);
  assert(listen(listener, 4) == 0);
  pthread_create(&t, 0, client, 0);
  struct sockaddr_in peer;
  size = sizeof(peer);
  const int s = accept(listener, (struct sockaddr*)&peer, &size);
  assert(s >= 0 && peer.sin_addr.s_addr == htonl(INADDR_LOOPBACK));
  char text[8];
  int length = 0;
  for (ssize_t n = 1; n > 0; length += (int)n) {
    n = recv(s, text + length, sizeof(text) - (size_t)length, 0);
    assert(n >= 0);
  }
  assert(length == 5);
  for (int i = 0; i < length; ++i) text[i] = (char)(text[i] - 32);
  assert(send(s, text, 5, 0) == 5);
  close(s);
  pthread_join(t, 0);
  close(listener);
}
