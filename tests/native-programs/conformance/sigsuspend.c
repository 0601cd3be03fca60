// The handler runs in the thread that is suspended, whether the signal comes before or after.
// expect: verdict=clean executions=2
//
// The signal is there when the thread looks, or comes after that. 2.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>

static sigset_t blocked, before;
static volatile sig_atomic_t is_done;
static int data;

static void on_signal(int signal) {
  assert(signal == SIGUSR1);
  is_done = 1;
}

static void* worker(void* main_thread) {
  data = 1;
  pthread_kill(*(pthread_t*)main_thread, SIGUSR1);
  return NULL;
}

int main(void) {
  struct sigaction action;
  memset(&action, 0, sizeof(action));
  action.sa_handler = on_signal;
  sigaction(SIGUSR1, &action, NULL);
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &blocked, &before);
  pthread_t self = pthread_self(), thread;
  pthread_create(&thread, NULL, worker, &self);
  while (!is_done) assert(sigsuspend(&before) == -1 && errno == EINTR);
  assert(data == 1);
  sigset_t now;
  pthread_sigmask(SIG_BLOCK, NULL, &now);
  assert(sigismember(&now, SIGUSR1));
  pthread_join(thread, NULL);
}
