#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The end of a process: exit handlers, then what the loader calls (DT_FINI_ARRAY, DT_FINI), in the
# order in which it happens without skein, in every run anew.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

cat > deep.c <<'END_C'
#include <stdio.h>
__attribute__((destructor)) static void deep_first(void) { puts("deep, first in the array"); }
__attribute__((destructor)) static void deep_second(void) { puts("deep, second in the array"); }
int deep_value(void) { return 1; }
END_C
cat > wide.cpp <<'END_C'
#include <cstdio>
extern "C" int deep_value(void);
struct Global {
  ~Global() { std::puts("the library's global object"); }
} global;
__attribute__((destructor)) static void wide_end() { std::puts("wide"); }
extern "C" int wide_value(void) { return deep_value() + 1; }
END_C
cat > ends.c <<'END_C'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int wide_value(void);
static int calls;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void handler(void) { puts("handler"); }
static void quick(void) { puts("quick"); }
__attribute__((destructor(201))) static void late(void) {
  printf("late %d\n", ++calls);  // 3 only if every run begins anew
}
__attribute__((destructor)) static void usual(void) {
  pthread_mutex_lock(&m);
  printf("usual %d\n", ++calls);
  pthread_mutex_unlock(&m);
}
static void* thread(void* how) {
  if (strcmp(how, "thread_exit") == 0) exit(0);
  return how;
}
int main(int argc, char** argv) {
  const char* how = argc > 1 ? argv[1] : "return";
  pthread_t t;
  setvbuf(stdout, NULL, _IONBF, 0);
  atexit(handler);
  at_quick_exit(quick);
  calls = wide_value() - 1;
  pthread_create(&t, NULL, thread, (void*)how);
  if (strcmp(how, "pthread_exit") == 0) pthread_exit(NULL);
  pthread_join(t, NULL);
  if (strcmp(how, "exit") == 0) exit(0);
  if (strcmp(how, "_exit") == 0) _exit(0);
  return 0;
}
END_C
# Without instrumentation of its own, as a library that was there before.
{ gcc -shared -fPIC -o libdeep.so deep.c && g++ -shared -fPIC -o libwide.so wide.cpp -L. -ldeep &&
  "$SKEIN" cc -o ends ends.c -L. -lwide -ldeep -Wl,-rpath,"$PWD"; } || fail "the programs could not be built"

for how in return exit pthread_exit thread_exit _exit; do
  ./ends "$how" > wanted.out
  expect 0 '^clean: all executions explored \(1\)' "$SKEIN" check ./ends --show-output -- "$how"
  for reset in memory fork; do
    # Several runs of the same: each ends in the same way.
    "$SKEIN" check ./ends --show-output -q -e random --runs 3 --reset=$reset -- "$how" > all.out 2>&1
    grep -v '^incomplete' all.out > seen.out
    cat wanted.out wanted.out wanted.out | diff - seen.out > difference ||
      fail "$how, reset by $reset: $(cat difference)"
  done
done
[ "$(./ends return | wc -l)" -eq 7 ] || fail "the program does not do what it should: $(./ends)"
[ "$(./ends _exit | wc -l)" -eq 0 ] || fail "_exit calls handlers"

# What such a function does wrong is found, and races with threads that are still there.
cat > wrong.c <<'END_C'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int is_done;
static void* thread(void* p) {
  atomic_store(&is_done, 1);
  return p;
}
__attribute__((destructor)) static void at_end(void) { assert(is_done && "left too early"); }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, thread, 0);
  return 0;
}
END_C
expect 1 '^bug: 1 bug found; all executions explored \(2\)' "$SKEIN" check wrong.c --json wrong.json
json wrong.json "r['findings'][0]['message'].endswith('failed') and 'left too early' in r['findings'][0]['message']"
finish
