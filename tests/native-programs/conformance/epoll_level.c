// Level-triggered: what is left is reported again.
// expect: verdict=clean
#include <assert.h>
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
  assert(pipe(ends) == 0);
  const int set = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN};
  assert(epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &event) == 0);
  pthread_create(&t, 0, writer, 0);
  for (int i = 0; i < 2; ++i) {
    char c;
    assert(epoll_wait(set, &event, 1, -1) == 1);
    assert(read(ends[0], &c, 1) == 1);
  }
  pthread_join(t, 0);
}
