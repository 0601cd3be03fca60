#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A program that is not deterministic is never taken for a bug of skein (exit status 3): either the two steps are shown
# (status 2), or, if it does not show again, the verdict is incomplete and says so (status 4).
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

# Each thread takes one of two locks, by HOW. Files are read past skein, by the system call itself.
cat >program.c <<'END'
#include <fcntl.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <x86intrin.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int counter(void) {
  int v[2] = {0, 0};
  int fd = (int)syscall(SYS_open, "count", O_RDWR | O_CREAT, 0600);
  syscall(SYS_read, fd, v, sizeof v);
  v[0]++;
  syscall(SYS_lseek, fd, 0, 0);
  syscall(SYS_write, fd, v, sizeof v);
  syscall(SYS_close, fd);
  return v[0] > v[1];
}
static int status(void) {
  char text[400];
  int fd = (int)syscall(SYS_open, "/proc/self/schedstat", O_RDONLY), sum = 0;
  long n = syscall(SYS_read, fd, text, sizeof text);
  syscall(SYS_close, fd);
  for (long i = 0; i < n; i++) sum += text[i];
  return sum & 1;
}
static int clock_bit(void) { return (int)(__rdtsc() >> 6) & 1; }
static int process(void) { return (int)getpid() & 1; }
static int address(void) { int x; return (int)((unsigned long)&x >> 12) & 1; }
static void *f(void *p) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_t *m = HOW() ? &a : &b;
    pthread_mutex_lock(m);
    pthread_mutex_unlock(m);
  }
  return p;
}
int main(void) {
  pthread_t t[3];
  (void)counter, (void)status, (void)clock_bit, (void)process, (void)address;
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, f, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
}
END
for how in counter status clock_bit process address; do
  "$SKEIN" cc -w -g -DHOW=$how program.c -o $how || fail "$how does not compile"
done

# run EXPLORER PROGRAM: status and output; never 3.
run() {
  "$SKEIN" check -q --max-seconds 20 "./$2" --explorer "$1" >output 2>&1
  status=$?
  case $status in
    0 | 2 | 4) ;;
    *) fail "$2 with $1: exit status $status: $(cat output)" ;;
  esac
  [ $status -ne 2 ] || grep -q "not deterministic" output || fail "$2 with $1: $(cat output)"
  [ $status -ne 4 ] || grep -q "contradicted another" output || fail "$2 with $1: $(cat output)"
}
# What changes all the time is noticed.
for explorer in source optimal qpor; do
  for how in status clock_bit; do
    run $explorer $how
    [ $status -ne 0 ] || fail "$how with $explorer: nothing was noticed"
  done
  for how in process address; do run $explorer $how; done
done
# What changes once, and never again: between two runs (each asks six times), or in the middle of one.
once=0
for explorer in source optimal qpor event; do
  for when in 60 100 150 180; do
    python3 -c "import struct; open('count', 'wb').write(struct.pack('ii', 0, $when))"
    run $explorer counter
    [ $status -ne 4 ] || once=$((once + 1))
  done
done
[ $once -gt 0 ] || fail "no contradiction that does not happen again was seen"

# Which thread takes the lock depends on a data race: every run repeats, but runs contradict each other where races are
# not looked for.
cat >racy.c <<'END'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int most, given[3] = {1, 2, 2};
static void *enter(void *p) {
  int i = (int)(long)p;
  if (given[i] > most) {
    pthread_mutex_lock(&m);
    most = given[i];
    pthread_mutex_unlock(&m);
  }
  return 0;
}
int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, enter, (void *)i);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(most == 2);
}
END
"$SKEIN" cc -g racy.c -o racy || fail "racy.c does not compile"
for explorer in qpor optimal source; do
  for races in off sample=1%; do
    "$SKEIN" check -q ./racy --explorer "$explorer" --races=$races >output 2>&1
    status=$?
    case $status in
      0 | 1 | 4) ;;
      *) fail "racy with $explorer and --races=$races: status $status: $(cat output)" ;;
    esac
  done
done
expect 1 'may depend on the outcome of a data race .try --races=explore.' "$SKEIN" check -q ./racy -e qpor --races=off
expect 1 '^bug: ' "$SKEIN" check -q ./racy

finish
