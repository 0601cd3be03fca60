// A server that waits for SIGTERM in a thread of its own, and then tells the others.
// expect: verdict=clean
// options: --signals=TERM
// native: never-ends
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int ends[2];
static sigset_t set;

static void* wait_for_end(void* p) {
  int signal = 0;
  assert(sigwait(&set, &signal) == 0 && signal == SIGTERM);
  close(ends[1]);
  return p;
}

int main(void) {
  pthread_t t;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  assert(pipe(ends) == 0);
  pthread_create(&t, NULL, wait_for_end, NULL);
  char c;
  assert(read(ends[0], &c, 1) == 0);
  pthread_join(t, NULL);
}
