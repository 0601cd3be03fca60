// A program that calls a function of libc of which skein does not know what it accesses: its locks
// are ordinary, whatever their sections access.
// expect: verdict=clean executions=6
//
// Three threads take one lock: 3!.
#define _GNU_SOURCE
#include <string.h>

#include "../support/spawn.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static const char* texts[3];

static void take(int i) {
  pthread_mutex_lock(&m);
  texts[i] = strsignal(i + 1);
  pthread_mutex_unlock(&m);
}

static void first(void) { take(0); }
static void second(void) { take(1); }
static void third(void) { take(2); }

int main(void) {
  run3(first, second, third);
  return 0;
}
