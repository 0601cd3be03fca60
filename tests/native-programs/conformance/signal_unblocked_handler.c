// A signal that another thread has sent is delivered when it is unblocked: its handler sees what
// was done before the send.
// expect: verdict=clean executions=2
//
// The signal is pending when main looks, or it comes later and main waits for its sender. 2.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static pthread_t main_thread;
static int data;
static volatile sig_atomic_t seen;

static void look(int signal) { seen = signal == SIGUSR1 ? data : -1; }

static void* sender(void* unused) {
  data = 7;
  pthread_kill(main_thread, SIGUSR1);
  return unused;
}

int main(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  signal(SIGUSR1, look);
  main_thread = pthread_self();
  pthread_t thread;
  pthread_create(&thread, NULL, sender, NULL);
  sigset_t pending;
  sigpending(&pending);
  if (!sigismember(&pending, SIGUSR1)) pthread_join(thread, NULL);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  assert(seen == 7);
}
