// hsearch has one table for the whole process.
// expect: verdict=bug kind=assertion executions=2 violations=1
// preload: yes
//
// Found before it is entered, or after.
#define _GNU_SOURCE
#include <search.h>

#include "../support/spawn.h"

static char key[] = "key";

static void other(void) {
  ENTRY entry = {key, key};
  hsearch(entry, ENTER);
}

int main(void) {
  assert(hcreate(8) != 0);
  pthread_t thread = spawn(other);
  ENTRY entry = {key, NULL};
  ENTRY* found = hsearch(entry, FIND);
  join(thread);
  assert(found == NULL);
  return 0;
}
