# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Sourced by the tests of the command. SKEIN is the binary, SKEIN_SOURCE the source tree.
set -u
: "${SKEIN:?}" "${SKEIN_SOURCE:?}"
failures=0

# expect STATUS PATTERN COMMAND...: the command ends with STATUS, and the last line of what it
# prints (either stream) matches the extended regular expression PATTERN.
expect() {
  local wanted=$1 pattern=$2
  shift 2
  local output status last
  output=$("$@" 2>&1)
  status=$?
  last=$(printf '%s\n' "$output" | tail -n 1)
  if [ "$status" -ne "$wanted" ]; then
    printf 'FAILED: %s\n  exit status %d, expected %d\n%s\n' "$*" "$status" "$wanted" "$output"
    failures=$((failures + 1))
  elif ! printf '%s' "$last" | grep -Eq -- "$pattern"; then
    printf 'FAILED: %s\n  last line does not match %s:\n%s\n' "$*" "$pattern" "$last"
    failures=$((failures + 1))
  fi
}

# json FILE EXPRESSION: true if the Python expression over the report `r` holds.
json() {
  if ! python3 -c 'import json, sys
r = json.load(open(sys.argv[1], encoding="utf-8"))
sys.exit(0 if eval(sys.argv[2]) else 1)' "$1" "$2"; then
    printf 'FAILED: %s does not satisfy %s\n' "$1" "$2"
    failures=$((failures + 1))
  fi
}

fail() {
  printf 'FAILED: %s\n' "$*"
  failures=$((failures + 1))
}

# Whether there is time for everything: ./test --long.
is_long() { [ -n "${SKEIN_LONG:-}" ]; }

# wait_for PID FILE PATTERN: until the file has a line that matches, or the process is gone.
wait_for() {
  until grep -Eq -- "$3" "$2" 2> /dev/null; do
    kill -0 "$1" 2> /dev/null || return 1
    sleep 0.02
  done
}

finish() {
  [ "$failures" -eq 0 ] && exit 0
  printf '%d failures\n' "$failures"
  exit 1
}

# Programs that most tests need.
cat > lost.skein <<'END'
# Two threads add to x without a lock: one addition can get lost.
param N = 2
atomic x = 0
data t[N] = 0
thread adder(i) {
  r = x
  x = r + 1
}
thread main {
  for i in 0..N { t[i] = create adder(i) }
  for i in 0..N { join t[i] }
  assert x == N
}
END
cat > kept.skein <<'END'
# The same with an atomic addition: no order of two additions matters to the sum.
param N = 2
atomic x = 0
data t[N] = 0
thread adder(i) { r = fetch_add(x, 1) }
thread main {
  for i in 0..N { t[i] = create adder(i) }
  for i in 0..N { join t[i] }
  assert x == N
}
END
cat > crossed.skein <<'END'
mutex a, b
thread left { lock a; lock b; unlock b; unlock a }
thread right { lock b; lock a; unlock a; unlock b }
thread main {
  l = create left()
  r = create right()
  join l
  join r
}
END
