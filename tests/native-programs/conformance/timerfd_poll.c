// A poll for a timer and a pipe: the byte may come first, the timer, or both.
// expect: verdict=clean
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

static int ends[2];

static void* writer(void* p) {
  assert(write(ends[1], "x", 1) == 1);
  return p;
}

int main(void) {
  pthread_t t;
  const int timer = timerfd_create(CLOCK_MONOTONIC, 0);
  const struct itimerspec setting = {{0, 0}, {0, 1000000}};
  assert(pipe(ends) == 0 && timerfd_settime(timer, 0, &setting, 0) == 0);
  pthread_create(&t, 0, writer, 0);
  struct pollfd entries[2] = {{timer, POLLIN, 0}, {ends[0], POLLIN, 0}};
  int ticks = 0, bytes = 0;
  while (ticks + bytes < 2) {
    assert(poll(entries, 2, -1) > 0);
    uint64_t times;
    char c;
    if (entries[0].revents != 0) assert(read(timer, &times, 8) == 8 && ++ticks == 1);
    if (entries[1].revents != 0) assert(read(ends[0], &c, 1) == 1 && ++bytes == 1);
  }
  pthread_join(t, 0);
}
