// The umask belongs to the whole process.
// expect: verdict=bug kind=assertion executions=2 violations=1
// preload: yes
//
// The other thread changes it before it is read, or after.
#define _GNU_SOURCE
#include <sys/stat.h>

#include "../support/spawn.h"

static void other(void) { umask(077); }

int main(void) {
  umask(022);
  pthread_t thread = spawn(other);
  assert(umask(022) == 022);
  join(thread);
  return 0;
}
