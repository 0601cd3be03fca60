// The client does not wait for the server to listen: its connection may be refused.
// expect: verdict=bug kind=assertion
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in address;

static void* client(void* p) {
  const int s = socket(AF_INET, SOCK_STREAM, 0);
  assert(connect(s, (struct sockaddr*)&address, sizeof(address)) == 0);
  close(s);
  return p;
}

int main(void) {
  pthread_t t;
  address.sin_family = AF_INET;
  address.sin_port = htons(34567);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  pthread_create(&t, 0, client, 0);
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  assert(bind(listener, (struct sockaddr*)&address, sizeof(address)) == 0);
  assert(listen(listener, 1) == 0);
  pthread_join(t, 0);
}
