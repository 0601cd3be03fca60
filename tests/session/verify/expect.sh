# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by the tests of this folder. SKEIN is the binary, SKEIN_SOURCE the source tree.
set -u
: "${SKEIN:?}" "${SKEIN_SOURCE:?}"
# What follows a pipe runs in this shell, or its failures would not be counted.
shopt -s lastpipe
failures=0
program=program.c  # the file that what comes from the standard input goes to

fail() {
  printf 'FAILED: %s\n' "$*"
  failures=$((failures + 1))
}

# expect STATUS PATTERN ARGUMENTS...: skein verify ends with STATUS, and a line of what it prints (either stream)
# matches the regular expression PATTERN.
expect() {
  local status=$1 pattern=$2
  shift 2
  "$SKEIN" verify "$@" >output 2>&1
  local actual=$?
  if [ "$actual" != "$status" ] || ! grep -q -- "$pattern" output; then
    fail "skein verify $*: status $actual, expected $status and '$pattern':"
    cat output
    return 1
  fi
}

# expect_program STATUS PATTERN OPTIONS...: the same of the program on the standard input.
expect_program() {
  local status=$1 pattern=$2
  shift 2
  cat >"$program"
  expect "$status" "$pattern" "$program" "$@" || cat "$program"
}

# expect_verdict VERDICT PATTERN OPTIONS...: the same; the exit status and the JSON report agree.
expect_verdict() {
  local -A status=([proved]=0 [bug]=1 [error]=2)
  local verdict=$1 pattern=$2 actual
  shift 2
  rm -f report.json
  expect_program "${status[$verdict]}" "$pattern" --no-color --json report.json "$@"
  actual=$(python3 -c 'import json; print(json.load(open("report.json"))["verdict"])')
  [ "$actual" = "$verdict" ] || fail "the JSON report says $actual, expected $verdict"
}

# two_threads GLOBALS FIRST SECOND: a program of two threads with these bodies.
two_threads() {
  cat <<END
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
$1
static void* first(void* p) { $2; return p; }
static void* second(void* p) { $3; return p; }
int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, 0, first, 0);
  pthread_create(&t2, 0, second, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
}
END
}

# traces NUMBER OPTIONS...: the program on the standard input has NUMBER traces, without cut-offs.
traces() {
  local expected=$1 actual
  shift
  cat >"$program"
  rm -f report.json
  "$SKEIN" verify "$program" --cutoffs off -q --json report.json "$@" >output 2>&1
  actual=$(python3 -c 'import json; print(json.load(open("report.json"))["configurations"])')
  if [ "$actual" != "$expected" ]; then
    fail "$actual traces, expected $expected ($*):"
    cat "$program" output
  fi
}

finish() {
  [ "$failures" -eq 0 ] && exit 0
  printf '%d failures\n' "$failures"
  exit 1
}
