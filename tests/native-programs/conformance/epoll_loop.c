// An event loop with two pipes and a counter that ends it.
// expect: verdict=clean
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int a[2], stop;
static int got;

static void* loop(void* p) {
  const int set = epoll_create1(EPOLL_CLOEXEC);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = a[0]};
  assert(epoll_ctl(set, EPOLL_CTL_ADD, a[0], &event) == 0);
  event.data.fd = stop;
  assert(epoll_ctl(set, EPOLL_CTL_ADD, stop, &event) == 0);
  for (int done = 0; !done;) {
    struct epoll_event ready[2];
    const int n = epoll_wait(set, ready, 2, -1);
    assert(n > 0);
    for (int i = 0; i < n; ++i) {
      if (ready[i].data.fd == stop) {
        done = 1;
      } else {
        char c;
        assert(read(a[0], &c, 1) == 1);
        ++got;
      }
    }
  }
  close(set);
  return p;
}

int main(void) {
  pthread_t t;
  const uint64_t one = 1;
  assert(pipe(a) == 0);
  stop = eventfd(0, 0);
  pthread_create(&t, 0, loop, 0);
  assert(write(a[1], "x", 1) == 1);
  assert(write(stop, &one, 8) == 8);
  pthread_join(t, 0);
  assert(got <= 1);
}
