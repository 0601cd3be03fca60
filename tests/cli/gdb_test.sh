#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# skein replay --gdb, with the real gdb.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

cat > sum.c <<'END_C'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void* adder(void* p) {
  int r = x;
  x = r + 1;
  return p;
}
int main(int argc, char** argv) {
  pthread_t t[2];
  for (int i = 0; i < 2; ++i) pthread_create(&t[i], 0, adder, argv[argc - 1]);
  for (int i = 0; i < 2; ++i) pthread_join(t[i], 0);
  assert(x == 2);
}
END_C
expect 1 '^bug' "$SKEIN" check sum.c --traces bugs -- 'an argument' '"another"'
expect 2 'needs --gdb' "$SKEIN" replay bugs/sum-1.skein-trace --gdb-command bt
expect 2 'gdb is for C and C\+\+ programs' "$SKEIN" replay crossed.skein --schedule '0*3,1*2,2*2' --gdb

timeout 600 "$SKEIN" replay bugs/sum-1.skein-trace --gdb --gdb-command 'print x' \
  --gdb-command 'print argv[1]' --gdb-command 'print argv[2]' \
  --gdb-command 'prev-step 4' --gdb-command next-step --gdb-command 'goto-step 5' \
  --gdb-command 'info locals' --gdb-command 'goto-step 14' --gdb-command next-step \
  --gdb-command show-steps < /dev/null > gdb.out 2>&1
said() {
  grep -Eq -- "$1" gdb.out || fail "gdb did not say $1: $(cat gdb.out)"
}
# The numbers of the steps follow from the program: both load 0 and store 1, 14 steps in all, the
# last of which is the load that the assertion looks at. The first argument is x, which is 1.
said '^step 14 of 14: main: load x = 1 at sum.c:14'
# shellcheck disable=SC2016 # gdb's own $1
said '^\$1 = 1$'
said '"an argument"'
said '\\"another\\"'
said '^step 10 of 14: adder\([12]\): store x = 1 at sum.c:7'
said '^step 11 of 14: adder\([12]\): exit'
said '^step 5 of 14: adder\([12]\): load x = 0 at sum.c:6'
said '^6	  int r = x;'
said "^went wrong in step 14: .*assertion 'x == 2' failed"
said '^> +14  main: load x = 1'
left=$(find "${TMPDIR:-/tmp}" -maxdepth 1 -name 'skein-debug-*' -newer bugs/sum-1.skein-trace 2> /dev/null)
[ -z "$left" ] || fail "left behind: $left"
finish
