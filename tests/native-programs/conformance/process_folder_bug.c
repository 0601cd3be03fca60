// The working folder belongs to the whole process: another thread changes what a relative path
// means.
// expect: verdict=bug kind=assertion executions=2 violations=1
// preload: yes
//
// The file is opened before the other thread changes the folder, or after.
#define _GNU_SOURCE
#include <fcntl.h>
#include <unistd.h>

#include "../support/spawn.h"

static void leaver(void) { assert(chdir("/") == 0); }

int main(void) {
  assert(chdir("/etc") == 0);
  pthread_t thread = spawn(leaver);
  int file = open("passwd", O_RDONLY);
  assert(file >= 0);
  close(file);
  join(thread);
  return 0;
}
