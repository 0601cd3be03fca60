#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Budgets, bounds and interruption: what was explored is reported, and nothing more is claimed.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

# Far more executions than any budget here allows: 10! orders of the additions.
big="kept.skein -D N=10"

# shellcheck disable=SC2086 # to be split
{
  expect 4 '^incomplete: no bug in 10 executions, but nothing is proved: stopped by --max-runs 10\.' \
    "$SKEIN" check $big --max-runs 10 --json runs.json
  expect 4 'stopped by --max-seconds 1' "$SKEIN" check $big --max-seconds 1 --json seconds.json
  expect 4 'stopped by --max-memory 1\.' "$SKEIN" check $big --max-memory 1 --json memory.json
}
json runs.json "r['verdict'] == 'incomplete' and r['executions'] == 10 and r['stopped_by'] == 'runs'"
json runs.json "r['bounds']['runs'] == 10 and r['bounds']['seconds'] is None"
json seconds.json "r['stopped_by'] == 'seconds' and 0.5 <= r['seconds'] and r['executions'] > 0"
json memory.json "r['stopped_by'] == 'memory' and r['peak_rss_kb'] > 1024"

# A budget that is just enough is not an obstacle.
expect 0 '^clean' "$SKEIN" check kept.skein --max-runs 2

# Bounds cut runs; what is cut is counted, and the verdict says so.
for explorer in qpor optimal source exhaustive; do
  expect 4 '^incomplete: .*cut by --max-steps 5' "$SKEIN" check kept.skein -e $explorer --max-steps 5 \
    --json steps.json
  json steps.json "r['cut'] > 0 and r['cut_by']['steps'] == r['cut'] and r['bounds']['steps'] == 5"
  expect 4 '^incomplete: .*cut by --max-switches 1' "$SKEIN" check kept.skein -e $explorer \
    --max-switches 1 --json switches.json
  json switches.json "r['cut_by']['switches'] > 0"
  "$SKEIN" check lost.skein -e $explorer --max-preemptions 1 -q --json preemptions.json > /dev/null
  json preemptions.json "r['executions'] > 0"
done
# Wide bounds cut nothing.
expect 0 '^clean' "$SKEIN" check kept.skein --max-steps 1000 --max-switches 1000 --max-preemptions 1000

# Interrupted in the middle, after a run that shows what the verdict says: the summary is printed, the JSON written.
interrupt() { # SIGNAL STATUS VERDICT PROGRAM...
  local signal=$1 wanted=$2 verdict=$3 status pid seen=completed
  shift 3
  rm -f stopped.json stopped.log
  [ "$verdict" = bug ] && seen=violation
  SKEIN_LOG=explore "$SKEIN" check "$@" --json stopped.json > stopped.out 2> stopped.log &
  pid=$!
  wait_for $pid stopped.log "^\[explore\] run [0-9]+:.*; $seen"
  kill -"$signal" "$pid"
  wait "$pid"
  status=$?
  [ "$status" -eq "$wanted" ] || fail "SIG$signal: exit status $status: $(cat stopped.out)"
  tail -n 1 stopped.out | grep -q "^$verdict: .*stopped by an interrupt" ||
    fail "SIG$signal: the last line is $(tail -n 1 stopped.out)"
  json stopped.json "r['verdict'] == '$verdict' and r['stopped_by'] == 'interrupt'"
  json stopped.json "r['executions'] > 0 and r['events'] > 0 and 0 < r['seconds']"
}
# shellcheck disable=SC2086 # to be split
{
  interrupt INT 4 incomplete $big
  interrupt TERM 4 incomplete $big
  interrupt INT 4 incomplete $big -e source
  interrupt INT 1 bug lost.skein -D N=10
}
finish
