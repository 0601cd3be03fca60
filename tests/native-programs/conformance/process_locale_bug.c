// The locale belongs to the whole process.
// expect: verdict=bug kind=assertion executions=2 violations=1
// preload: yes
//
// The other thread changes it before it is looked at, or after.
#define _GNU_SOURCE
#include <locale.h>
#include <string.h>

#include "../support/spawn.h"

static void other(void) { setlocale(LC_ALL, "C.UTF-8"); }

int main(void) {
  pthread_t thread = spawn(other);
  assert(strcmp(setlocale(LC_ALL, NULL), "C") == 0);
  join(thread);
  return 0;
}
