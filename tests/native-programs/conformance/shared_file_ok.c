// What threads only write is not seen, and a reader with a position of its own sees no other one:
// such calls need no order.
// expect: N=0 verdict=clean executions=1
// expect: N=1 verdict=clean executions=1
// expect: N=2 verdict=clean executions=1
// preload: yes
//
// No two steps of the threads depend on each other: one trace.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

#include "../support/spawn.h"

static const char* const path = "shared_file_ok.tmp";
static FILE* file;

static void print(void) { fprintf(file, "one line\n"); }
static void read_own(void) {
  FILE* const own = fopen(path, "r");
  if (own == NULL || fgetc(own) != 'a') abort();
  fclose(own);
}
static void look_up(void) {
  if (getenv("SKEIN_TEST_OF_NOTHING") != NULL) abort();
}
static void (*const bodies[])(void) = {print, read_own, look_up};

int main(int argc, char** argv) {
  void (*const body)(void) = bodies[argc > 1 ? atoi(argv[1]) : 0];
  file = fopen(path, "w");
  if (file == NULL) abort();
  fprintf(file, "a\n");
  fflush(file);
  run2(body, body);
  fclose(file);
  remove(path);
  return 0;
}
