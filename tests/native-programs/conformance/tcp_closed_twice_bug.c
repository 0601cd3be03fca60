// The other end is closed before anything is sent: TCP loses the first data, and the second raises
// the signal. One write alone would never notice (N=1).
// expect: N=1 verdict=clean executions=1
// expect: N=2 verdict=bug kind=crash executions=1
//
// All is done by one thread, so there is one execution.
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

int main(int argc, char** argv) {
  const int writes = argc > 1 ? atoi(argv[1]) : 1;
  struct sockaddr_in address = {.sin_family = AF_INET};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  assert(bind(listener, (struct sockaddr*)&address, sizeof(address)) == 0);
  socklen_t size = sizeof(address);
  assert(getsockname(listener, (struct sockaddr*)&address, &size) == 0 && listen(listener, 1) == 0);
  const int s = socket(AF_INET, SOCK_STREAM, 0);
  assert(connect(s, (struct sockaddr*)&address, size) == 0);
  close(accept(listener, 0, 0));
  for (int i = 0; i < writes; ++i) {
    const ssize_t n = write(s, "x", 1);
    assert(i > 0 || n == 1);
  }
  return 0;
}
