// A request and its answer through a pair of sockets: each side hands over what it did before, and
// no memory is accessed at once.
// expect: verdict=clean
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];
static int question, answer;

static void* server(void* p) {
  char c = 0;
  assert(recv(ends[1], &c, 1, 0) == 1 && c == '?');
  answer = question + 1;
  assert(send(ends[1], "!", 1, MSG_NOSIGNAL) == 1);
  return p;
}

int main(void) {
  pthread_t t;
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  pthread_create(&t, 0, server, 0);
  question = 41;
  assert(write(ends[0], "?", 1) == 1);
  char c = 0;
  assert(read(ends[0], &c, 1) == 1 && c == '!');
  assert(answer == 42);
  close(ends[0]);
  pthread_join(t, 0);
  assert(recv(ends[1], &c, 1, 0) == 0);
}
