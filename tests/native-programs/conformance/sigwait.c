// A thread that waits for a signal, which another one sends to it, or to the process.
// expect: verdict=clean executions=2 TO=0
// expect: verdict=clean executions=2 TO=1
//
// The waiter looks before the send, sleeps, is woken and looks again; or it looks after the
// send. 2.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static int data;

static void* waiter(void* set) {
  int signal = 0;
  assert(sigwait(set, &signal) == 0);
  assert(signal == SIGUSR1);
  assert(data == 1);
  return NULL;
}

int main(int argc, char** argv) {
  const int to_process = argc > 1 && atoi(argv[1]) == 1;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, &set);
  data = 1;
  if (to_process) {
    kill(getpid(), SIGUSR1);
  } else {
    pthread_kill(thread, SIGUSR1);
  }
  pthread_join(thread, NULL);
}
