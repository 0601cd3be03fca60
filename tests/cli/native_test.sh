#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Real programs: compiled by check, built by skein cc, or plain; and what cannot be checked.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

# shellcheck disable=SC2317 # called by expect
check() { "$SKEIN" check "$@"; }
TMPDIR=$PWD/tmp # shows what is left behind
export TMPDIR
rm -rf "$TMPDIR"
mkdir "$TMPDIR"

cat > guarded.c <<'END_C'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 2
#endif
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void* adder(void* p) {
  pthread_mutex_lock(&m);
  x = x + 1;
  pthread_mutex_unlock(&m);
  return p;
}
int main(int argc, char** argv) {
  pthread_t t[N];
  for (int i = 0; i < N; ++i) pthread_create(&t[i], 0, adder, 0);
  for (int i = 0; i < N; ++i) pthread_join(t[i], 0);
  printf("sum %d\n", x);
  assert(x == (argc > 1 ? atoi(argv[1]) : N));
  return argc > 2 ? atoi(argv[2]) : 0;
}
END_C
cat > crossed.c <<'END_C'
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
void* left(void* p) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, left, 0);
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  pthread_join(t, 0);
}
END_C
echo 'int main(void) { return oops; }' > wrong.c

# Two threads take one lock in either order: 2 executions.
expect 0 '^clean: all executions explored \(2\)' check guarded.c --json guarded.json
json guarded.json "r['verdict'] == 'clean' and r['executions'] == 2 and r['bounds']['steps'] == 1000000"
expect 0 '^clean: all executions explored \(6\)' check guarded.c -D N=3 -q
# What was not looked for is said.
json guarded.json "r['reservations'] == [] and r['gaps'] == []"
expect 0 'no bug; data races were looked for in 12.5% of the memory\.$' check guarded.c -q --races=sample=12.5%
expect 0 'no bug; data races were not looked for\.$' check guarded.c -q --races=off
expect 0 'explored \(6\)' check guarded.c --cflags '-O2 -DN=3' --cflags=-Wall -e optimal -q
expect 1 '^bug' check guarded.c --json arguments.json -- 5
json arguments.json "r['arguments'] == ['5'] and r['findings'][0]['kind'] == 'assertion'"
expect 0 '^clean' check guarded.c -q -- 2 3
expect 1 '^bug' check guarded.c -q --fail-on-exit -- 2 3
expect 4 '^incomplete' check guarded.c -q -e random --runs 10
[ "$("$SKEIN" check guarded.c -q --show-output | grep -c '^sum 2$')" -eq 2 ] || fail "output of both runs"

expect 1 '^bug: 1 bug found; all executions explored' check "$SKEIN_SOURCE/examples/lost_update.c" --json lost.json
json lost.json "len(r['findings']) == 1 and r['findings'][0]['kind'] == 'assertion' and r['findings'][0]['schedule']"
json lost.json "any(s.get('site', '').endswith('lost_update.c:17') for s in r['findings'][0]['steps'])"
"$SKEIN" check "$SKEIN_SOURCE/examples/lost_update.c" > lost.out
grep -q 'adder(1)' lost.out || fail "no thread's name in the schedule"

expect 1 '^bug: 1 bug found' check crossed.c --json crossed.json
json crossed.json "r['deadlocks'] == 1 and [f['kind'] for f in r['findings']] == ['deadlock']"
"$SKEIN" graph crossed.c -o crossed.dot > /dev/null || fail "no graph of a C program"

# A word, and a byte of it, found to be one object while exploring: begun again, 2 orders.
expect 0 '^clean: all executions explored \(2\)' \
  check "$SKEIN_SOURCE/tests/native-programs/conformance/atomic_overlap.c" -q

# A plain binary, only preloaded.
gcc -pthread guarded.c -o plain
expect 0 '^clean: all executions explored \(2\), no bug; not built by skein cc, so data races' check ./plain
expect 0 '^clean' check plain -q -- 2
expect 1 '^bug' check ./plain -- 3
"$SKEIN" check ./plain 2>&1 | grep -q 'note: .* not built by skein cc' || fail "no note about a plain binary"

# A build of two files with skein cc as the compiler.
cat > part.c <<'END_C'
#include <stdatomic.h>
extern atomic_int x;
void* adder(void* p) {
  x = x + 1;
  return p;
}
END_C
cat > whole.c <<'END_C'
#include <pthread.h>
#include <skein/skein.h>
#include <stdatomic.h>
atomic_int x;
void* adder(void*);
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, adder, 0);
  adder(0);
  pthread_join(t, 0);
  skein_assert(x == 2);
}
END_C
CC="$SKEIN cc"
if ! { $CC -c part.c -o part.o && $CC -c whole.c && $CC whole.o part.o -o whole; }; then
  fail "skein cc does not build"
fi
expect 1 '^bug: 1 bug found' check ./whole
"$SKEIN" check ./whole 2>&1 | grep -q note && fail "a note about a program built by skein cc"
expect 1 '^bug: 1 bug found' check whole.c part.c -q
expect 1 '^bug: 1 bug found' check whole.c part.o -q
expect 1 "wrong.c|oops|error" "$SKEIN" cc wrong.c -o wrong
"$SKEIN" cc --version | grep -qi 'gcc\|clang' || fail "skein cc --version"

# What is refused.
expect 2 'failed' check wrong.c
"$SKEIN" check wrong.c 2>&1 | grep -q "wrong.c:1:.*oops" || fail "the compiler's own message is lost"
expect 2 "cannot run|failed" check guarded.c --compiler no-such-compiler
expect 2 "cannot open 'none.c': No such file" check none.c
expect 2 "cannot open 'none.c': No such file" check guarded.c none.c
expect 2 "cannot open './none': No such file" check ./none
expect 2 'is a directory' check .
printf '#!/bin/sh\ntrue\n' > script
chmod +x script
expect 2 'is a script' check ./script
echo text > text
expect 2 'is neither a model' check ./text
: > nothing
expect 2 'is empty' check ./nothing
expect 2 'is an object file' check part.o
cp plain setuid && chmod u+s setuid
expect 2 'is setuid' check ./setuid
cp plain closed && chmod a-x closed
expect 2 'closed: Permission denied' check ./closed
if echo 'int main(void) { return 0; }' | gcc -x c - -static -o static 2> /dev/null; then
  expect 2 'is statically linked' check ./static
fi
expect 2 'cflags is for sources' check ./plain --cflags -O2
expect 2 'D is for sources' check ./plain -D N=3
expect 2 'is not closed' check guarded.c --cflags '"-O2'
expect 2 'program is one file' check ./plain other
expect 2 'at most 1048576 steps' check ./plain --max-steps 2000000
expect 2 'compiler means nothing to a model' check lost.skein --compiler gcc
expect 2 'arguments after -- are for real programs' check lost.skein -- 3
expect 2 'is the program itself' check guarded.c --json ./guarded.c

[ -z "$(ls -A "$TMPDIR")" ] || fail "left behind: $(ls -A "$TMPDIR")"

# Interrupted in the middle: a report, and nothing left behind.
rm -f interrupted.log
SKEIN_LOG=explore "$SKEIN" check guarded.c -D N=12 -q > interrupted.out 2> interrupted.log &
skein=$!
wait_for $skein interrupted.log '^\[explore\] run 3:'
kill -INT $skein
wait $skein
status=$?
[ $status -eq 4 ] || fail "interrupted: exit status $status: $(cat interrupted.out)"
[ -z "$(ls -A "$TMPDIR")" ] || fail "left behind by an interrupt: $(ls -A "$TMPDIR")"
finish
