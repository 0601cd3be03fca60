// A read that a handler interrupts: without SA_RESTART (N=0) it fails with EINTR, which nothing
// expects here; with it (N=1) it goes on.
// expect: N=0 verdict=bug kind=assertion
// expect: N=1 verdict=clean
// options: --signals=USR1
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static int ends[2];

static void on_signal(int signal) { (void)signal; }

static void* writer(void* p) {
  assert(write(ends[1], "x", 1) == 1);
  return p;
}

int main(int argc, char** argv) {
  pthread_t t;
  sigset_t set;
  struct sigaction action = {.sa_handler = on_signal};
  if (argc > 1 && atoi(argv[1]) == 1) action.sa_flags = SA_RESTART;
  sigaction(SIGUSR1, &action, NULL);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  assert(pipe(ends) == 0);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_create(&t, NULL, writer, NULL);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  char c;
  assert(read(ends[0], &c, 1) == 1);
  pthread_join(t, NULL);
}
