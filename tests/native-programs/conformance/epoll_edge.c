// Edge-triggered, and the loop reads until nothing is left: no byte is missed, even if two come for
// one event.
// expect: verdict=clean
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

static int ends[2];

static void* writer(void* p) {
  assert(write(ends[1], "x", 1) == 1);
  assert(write(ends[1], "y", 1) == 1);
  return p;
}

int main(void) {
  pthread_t t;
  assert(pipe2(ends, O_NONBLOCK) == 0);
  const int set = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN | EPOLLET};
  assert(epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &event) == 0);
  pthread_create(&t, 0, writer, 0);
  for (int bytes = 0; bytes < 2;) {
    assert(epoll_wait(set, &event, 1, -1) == 1);
    char c;
    while (read(ends[0], &c, 1) == 1) ++bytes;
    assert(errno == EAGAIN);
  }
  pthread_join(t, 0);
}
