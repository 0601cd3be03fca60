// Threads affect each other through what the kernel and libc keep for all of them, with no lock and
// no variable in between. In each of these one order breaks the assertion.
// expect: N=0 verdict=bug kind=assertion executions=2
// expect: N=1 verdict=bug kind=assertion executions=2
// expect: N=2 verdict=bug kind=assertion executions=2
// expect: N=3 verdict=bug kind=assertion executions=2
// expect: N=4 verdict=bug kind=assertion executions=2
// expect: N=5 verdict=bug kind=assertion executions=2
// needs: memory
//
// Two calls that depend on each other, one in each thread: two traces.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../support/spawn.h"

static const char* const path = "shared_file_bug.tmp";
static FILE* file;
static int descriptor;
static int result;

// 0, 1: both threads read from one position.
static void read_letter(void) {
  char letter = 0;
  if (read(descriptor, &letter, 1) != 1) abort();
}
static void see_letter(void) {
  char letter = 0;
  if (read(descriptor, &letter, 1) != 1) abort();
  result = letter == 'a';
}
static void get_letter(void) { fgetc(file); }
static void see_got(void) { result = fgetc(file) == 'a'; }
// 2: one reads what the other writes, each by a descriptor of its own.
static void overwrite(void) {
  if (pwrite(descriptor, "x", 1, 0) != 1) abort();
}
static void see_contents(void) {
  char letter = 0;
  if (pread(descriptor, &letter, 1, 0) != 1) abort();
  result = letter == 'a';
}
// 3: a name. 4: the environment. 5: a position that is asked for.
static void take_away(void) { unlink(path); }
static void look_for(void) { result = access(path, F_OK) == 0; }
static void change(void) { setenv("SKEIN_TEST", "2", 1); }
static void look_up(void) { result = strcmp(getenv("SKEIN_TEST"), "1") == 0; }
static void ask(void) { result = ftell(file) == 0; }

static void (*const others[])(void) = {read_letter, get_letter, overwrite,
                                       take_away,   change,     get_letter};
static void (*const observers[])(void) = {see_letter, see_got, see_contents,
                                          look_for,   look_up, ask};

int main(int argc, char** argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 0;
  setenv("SKEIN_TEST", "1", 1);
  descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
  if (descriptor < 0 || write(descriptor, "ab", 2) != 2 || lseek(descriptor, 0, SEEK_SET) != 0)
    abort();
  file = fopen(path, "r");
  if (file == NULL) abort();
  run2(others[n], observers[n]);
  unlink(path);
  assert(result);
  return 0;
}
