#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A bug is a bug if its schedule shows it again; and runs that contradict each other are told as what
# they are.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

# shellcheck disable=SC2317 # called by expect
check() { "$SKEIN" check -q --json report.json "$@"; }

# Source sets stop redundant runs early, also after a thread has failed: the schedule goes on where
# such a run stopped, and shows the same bug.
cat > redundant.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y, z, w;
static void* a(void* p) { y = 1; int s = x; z = s; return p; }
static void* b(void* p) { int s = y; if (s == 0) x = 1; assert(x == 0 || w == 0); return p; }
static void* c(void* p) { int s = z; w = 1; if (s) y = 2; return p; }
static void* d(void* p) { int s = w; if (s) z = 3; y = 4; return p; }
int main(void) {
  pthread_t t[4];
  void* (*f[4])(void*) = {a, b, c, d};
  for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, f[i], 0);
  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
}
END
for explorer in source optimal qpor; do
  expect 1 '^bug: 1 bug found' check redundant.c -e $explorer
  json report.json 'all(f["repeated"] for f in r["findings"])'
done

# What shows once and never again is not a bug of the program; nor is everything well.
cat > once.c <<'END'
#include <assert.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>
// A system call that skein does not know; what open() makes would be gone after the run.
int main(void) { assert(syscall(SYS_open, "mark", O_CREAT | O_EXCL | O_WRONLY, 0600) < 0); }
END
rm -f mark
expect 4 '^incomplete: no bug .*1 bug did not show again in the same schedule.*--reset=fork' check once.c
json report.json 'r["findings"] == [] and any("SYS_open" in w for w in r["warnings"])'
expect 0 '^clean' check once.c # the file is there now

# Threads whose steps depend on what a library does by plain accesses, which skein does not see: the
# explorers' theory does not hold, which is not our own bug (exit status 3).
echo 'int hidden_add(int* p) { return (*p)++; }' |
  gcc -shared -fPIC -x c - -o libhidden.so
cat > contradiction.c <<'END'
#include <pthread.h>
int hidden_add(int* p);
static int f;
static pthread_mutex_t m[6];
static void use(int i) { pthread_mutex_lock(&m[i]); pthread_mutex_unlock(&m[i]); }
static void* t(void* p) {
  use((int)(long)p);
  use(3 + hidden_add(&f) % 2);
  use(5);
  if (hidden_add(&f) % 2) use(3);
  return p;
}
int main(void) {
  pthread_t a[3];
  for (int i = 0; i < 6; ++i) pthread_mutex_init(&m[i], 0);
  for (long i = 0; i < 3; ++i) pthread_create(&a[i], 0, t, (void*)i);
  for (int i = 0; i < 3; ++i) pthread_join(a[i], 0);
}
END
for explorer in qpor optimal; do
  expect 4 'a run contradicted another: what a thread does depends on operations that were not seen' \
    check contradiction.c -e $explorer --cflags "$PWD/libhidden.so -Wl,-rpath,$PWD"
done
# Where no run contradicts another, the verdict says what it does not cover.
expect 0 '^clean: .*data races inside of libhidden\.so were not looked for' \
  check contradiction.c -e source --cflags "$PWD/libhidden.so -Wl,-rpath,$PWD"

finish
