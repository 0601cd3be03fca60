// A server thread sleeps in accept, and main wants to end it: close does not wake it (N=0),
// shutdown does (N=1).
// expect: N=0 verdict=bug kind=deadlock
// expect: N=1 verdict=clean
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

static int listener;

static void* server(void* p) {
  const int s = accept(listener, 0, 0);
  assert(s == -1 && (errno == EBADF || errno == EINVAL));
  return p;
}

int main(int argc, char** argv) {
  pthread_t t;
  struct sockaddr_in address = {.sin_family = AF_INET};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  listener = socket(AF_INET, SOCK_STREAM, 0);
  assert(bind(listener, (struct sockaddr*)&address, sizeof(address)) == 0);
  assert(listen(listener, 4) == 0);
  pthread_create(&t, 0, server, 0);
  if (argc > 1 && atoi(argv[1]) == 1) shutdown(listener, SHUT_RDWR);
  close(listener);
  pthread_join(t, 0);
}
