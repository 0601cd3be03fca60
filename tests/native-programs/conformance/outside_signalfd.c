// A loop that ends when SIGTERM comes from outside, and has work to do meanwhile: poll finds the
// one, the other, or both.
// expect: verdict=clean
// options: --signals=TERM
// native: never-ends
#define _GNU_SOURCE
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

static int ends[2];

static void* writer(void* p) {
  assert(write(ends[1], "x", 1) == 1);
  return p;
}

int main(void) {
  pthread_t t;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  assert(pipe(ends) == 0);
  const int signals = signalfd(-1, &set, 0);
  pthread_create(&t, NULL, writer, NULL);
  int bytes = 0;
  for (int stops = 0; !stops;) {
    struct pollfd entries[2] = {{signals, POLLIN, 0}, {ends[0], POLLIN, 0}};
    assert(poll(entries, 2, -1) > 0);
    char c;
    struct signalfd_siginfo info;
    if (entries[1].revents != 0) assert(read(ends[0], &c, 1) == 1 && ++bytes == 1);
    if (entries[0].revents != 0) {
      assert(read(signals, &info, sizeof(info)) == sizeof(info) && info.ssi_signo == SIGTERM);
      stops = 1;
    }
  }
  pthread_join(t, NULL);
}
