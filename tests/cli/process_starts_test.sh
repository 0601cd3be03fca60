#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# How often a program is started: once to explore it, and once for each bug, for the detailed run
# that confirms the bug, shows its details and keeps its output. Minimising starts no process.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

cat > starts.c <<'END'
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>
/* Before main, and so once in each process: runs begin at main. */
__attribute__((constructor)) static void count(void) {
  int file = open("starts", O_WRONLY | O_APPEND | O_CREAT, 0600);
  assert(write(file, ".", 1) == 1);
  close(file);
}
static atomic_int x;
static void* add(void* p) { int s = x; x = s + 1; return p; }
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, add, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  printf("x is %d\n", (int)x);
#ifdef BUG
  assert(x == 2);
#endif
}
END

# starts STATUS OPTIONS...: into $started.
starts() {
  local status=$1
  shift
  rm -f starts
  expect "$status" '' "$SKEIN" check starts.c --json report.json "$@"
  started=$(wc -c < starts)
}

starts 0
[ "$started" -eq 1 ] || fail "exploring a clean program started it $started times"

starts 1 -D BUG --traces bugs
[ "$started" -eq 2 ] || fail "one bug started the program $started times"
# All of it comes from the second one.
json report.json 'r["findings"][0]["repeated"] and r["findings"][0]["steps"]'
"$SKEIN" check starts.c -D BUG | grep -q '^  | x is 1$' || fail "the output of the bug is not shown"
expect 1 '^replay: the same bug' "$SKEIN" replay bugs/starts-1.skein-trace

# No output is asked for: no other process either.
starts 1 -D BUG -q
[ "$started" -eq 2 ] || fail "with -q one bug started the program $started times"

finish
