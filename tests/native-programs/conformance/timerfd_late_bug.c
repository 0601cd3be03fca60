// A request has a time; the timer may expire although the answer has come, and both events are in
// the same list. The loop frees the request at the first event and uses it at the second.
// expect: verdict=bug kind=memory
// needs: memory
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int ends[2];

struct Request {
  int is_done;
};

static void* answer(void* p) {
  assert(write(ends[1], "x", 1) == 1);
  return p;
}

int main(void) {
  pthread_t t;
  struct Request* request = calloc(1, sizeof(*request));
  const int timer = timerfd_create(CLOCK_MONOTONIC, 0);
  const struct itimerspec setting = {{0, 0}, {0, 1000000}};
  const int set = epoll_create1(0);
  struct epoll_event events[2] = {{.events = EPOLLIN, .data.ptr = request}};
  assert(pipe(ends) == 0);
  assert(epoll_ctl(set, EPOLL_CTL_ADD, timer, &events[0]) == 0);
  assert(epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &events[0]) == 0);
  assert(timerfd_settime(timer, 0, &setting, 0) == 0);
  pthread_create(&t, 0, answer, 0);
  const int found = epoll_wait(set, events, 2, -1);
  for (int i = 0; i < found; ++i) {
    struct Request* const it = events[i].data.ptr;
    it->is_done = 1;
    free(it);
  }
  pthread_join(t, 0);
}
