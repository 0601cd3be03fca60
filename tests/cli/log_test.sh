#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# SKEIN_LOG: what the algorithms decide, a line for each decision, on the standard error.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

# log TOPICS STATUS COMMAND...: the standard error goes to the file log, the rest to the file out.
log() {
  local topics=$1 wanted=$2
  shift 2
  SKEIN_LOG=$topics "$@" > out 2> log
  local status=$?
  [ $status -eq "$wanted" ] || fail "SKEIN_LOG=$topics $*: exit status $status: $(head -n 5 log)"
}
# lines NUMBER PATTERN: the log has that many lines that match.
lines() {
  local count
  count=$(grep -Ec -- "$2" log)
  [ "$count" -eq "$1" ] || fail "$count lines match $2, not $1: $(head -n 20 log)"
}

# Nothing is logged unless it is asked for, and only what is asked for; the report stays the same.
"$SKEIN" check lost.skein --json plain.json > plain.out 2> plain.log
[ -s plain.log ] && fail "a log without SKEIN_LOG: $(head -n 5 plain.log)"
for explorer in qpor optimal source; do
  log explore 1 "$SKEIN" check lost.skein -e $explorer --json logged.json
  json logged.json "r['executions'] > 1"
  runs=$(python3 -c 'import json; r = json.load(open("logged.json")); print(r["executions"] + r["redundant"])')
  lines "$runs" '^\[explore\] plan [0-9]+:'
  lines "$runs" '^\[explore\] run [0-9]+: .*; (completed|violation|asleep)'
  lines 1 "^\[explore\] stop before plan $((runs + 1)): exhausted"
  lines 0 '^\[(races|executor|channel|prefix)\]'
done
log races 1 "$SKEIN" check lost.skein -e source
lines 0 '^\[explore\]'
# Each run but the first comes from a reversal that was added.
lines "$((runs - 1))" '^\[races\] reversal at step [0-9]+ by agent [0-9]+: added'
grep -q '^\[races\] race: step [0-9]*, .* of agent [0-9]*, with ' log || fail "no race: $(head log)"
log races 1 "$SKEIN" check lost.skein -e qpor
grep -q '^\[races\] alternative after ' log || fail "no alternative: $(head log)"

# A run is cut short by a budget: the log says so.
log explore 4 "$SKEIN" check kept.skein -D N=5 --max-runs 2
lines 1 '^\[explore\] stop before plan 3: runs'

# A real program: each request has a reply, and each process a start and an end.
cat > program.c <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void* add(void* unused) { atomic_exchange(&x, 2); return unused; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  atomic_exchange(&x, 2);
  pthread_join(t, 0);
  assert(x == 2);
}
END
log executor,channel 0 "$SKEIN" check program.c --json native.json
json native.json "r['executions'] == 2"
requests=$(grep -c '^\[channel\] request ' log)
[ "$requests" -ge 2 ] || fail "$requests requests for 2 executions"
lines "$requests" '^\[channel\] reply to request '
grep -q '^\[executor\] start 1: process [0-9]*$' log || fail "no start: $(head log)"
lines "$(grep -c '^\[executor\] start' log)" '^\[executor\] (kill process|process [0-9]+ (exits|ends))'

# Its steps, with names: two exchanges in each of the two executions, each in one order.
log steps 0 "$SKEIN" check program.c
lines 2 '^\[steps\] [0-9]+: main: rmw x: program.c:9'
lines 2 '^\[steps\] [0-9]+: add\(1\): rmw x: program.c:5'
lines 2 '^\[steps\] end: completed'

# verify: each event, each cut-off.
log prefix 0 "$SKEIN" verify program.c --json verified.json
json verified.json "r['events'] > 0"
lines "$(python3 -c 'import json; print(json.load(open("verified.json"))["events"])')" '^\[prefix\] event [0-9]+: '
lines "$(python3 -c 'import json; print(json.load(open("verified.json"))["cutoffs"])')" '; cut-off, same state as '

# All topics; several of them; none.
log all 1 "$SKEIN" check lost.skein -e source
for topic in explore races; do
  grep -q "^\[$topic\]" log || fail "all: $(head log)"
done
log '' 1 "$SKEIN" check lost.skein
[ -s log ] && fail "a log with an empty SKEIN_LOG"
# A topic that does not exist is an error that names those that do.
SKEIN_LOG=explore,rases expect 2 \
  "SKEIN_LOG: there is no topic 'rases'; there are explore, races, executor, channel, prefix, steps, and all" \
  "$SKEIN" check lost.skein
finish
