// getopt keeps its place in variables of the whole process.
// expect: verdict=bug kind=race
// needs: memory
//
// Both threads write optind and its companions without any order.
#define _GNU_SOURCE
#include <unistd.h>

#include "../support/spawn.h"

static char name[] = "program", letter[] = "-a";

static void parse(void) {
  char* arguments[] = {name, letter, NULL};
  (void)getopt(2, arguments, "a");
}

int main(void) {
  run2(parse, parse);
  return 0;
}
