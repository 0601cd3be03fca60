// Two threads wait for one set, once each: a byte wakes both, one of them reads it.
// expect: verdict=clean
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/epoll.h>
#include <unistd.h>

static int ends[2], set;
static atomic_int got;

static void* worker(void* p) {
  struct epoll_event event;
  char c;
  if (epoll_wait(set, &event, 1, 100) == 0) return p;
  const ssize_t n = read(ends[0], &c, 1);
  assert(n == 1 || (n == -1 && errno == EAGAIN));
  if (n == 1) atomic_fetch_add(&got, 1);
  return p;
}

int main(void) {
  pthread_t t[2];
  assert(pipe(ends) == 0);
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  set = epoll_create1(0);
  struct epoll_event event = {.events = EPOLLIN};
  assert(epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &event) == 0);
  for (int i = 0; i < 2; ++i) pthread_create(&t[i], 0, worker, 0);
  assert(write(ends[1], "x", 1) == 1);
  for (int i = 0; i < 2; ++i) pthread_join(t[i], 0);
  assert(got <= 1);
}
