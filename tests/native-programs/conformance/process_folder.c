// Every run begins in the folder, and with the umask, that the program was started with.
// expect: verdict=clean executions=2
// options: --reduce=outcome
// preload: yes
//
// Two threads take one lock: two traces.
#define _GNU_SOURCE
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../support/spawn.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void worker(void) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
}

int main(void) {
  char folder[4096];
  assert(getcwd(folder, sizeof folder) != NULL && strcmp(folder, "/etc") != 0);
  assert(chdir("/etc") == 0);
  assert(umask(0777) != 0777);
  run2(worker, worker);
  return 0;
}
