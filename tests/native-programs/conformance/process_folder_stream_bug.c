// Two threads that read one folder get different entries.
// expect: verdict=bug kind=assertion executions=2 violations=1
// preload: yes
//
// Two orders; the first entry is always the same.
#define _GNU_SOURCE
#include <dirent.h>
#include <string.h>

#include "../support/spawn.h"

static DIR* folder;

static void other(void) { (void)readdir(folder); }

int main(void) {
  folder = opendir("/");
  assert(folder != NULL);
  char first[256];
  strcpy(first, readdir(folder)->d_name);
  rewinddir(folder);
  pthread_t thread = spawn(other);
  struct dirent* entry = readdir(folder);
  assert(strcmp(entry->d_name, first) == 0);
  join(thread);
  closedir(folder);
  return 0;
}
