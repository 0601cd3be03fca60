#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Verdicts, exit statuses and JSON of finished explorations, with every explorer.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

for explorer in qpor optimal source event exhaustive; do
  expect 0 '^clean: all executions explored' "$SKEIN" check kept.skein -e $explorer --json kept.json
  expect 1 '^bug: 1 bug found; all executions explored' \
    "$SKEIN" check lost.skein -e $explorer --json lost.json
  expect 1 '^bug: 1 bug found; all executions explored' \
    "$SKEIN" check crossed.skein -e $explorer --json crossed.json
  json kept.json "r['verdict'] == 'clean' and r['findings'] == [] and r['explorer'] == '$explorer'"
  json lost.json "r['verdict'] == 'bug' and r['findings'][0]['kind'] == 'assertion'"
  json lost.json "'x == N' in r['findings'][0]['message'] and len(r['findings'][0]['steps']) > 0"
  json crossed.json "r['verdict'] == 'bug' and r['findings'][0]['kind'] == 'deadlock'"
  json crossed.json "r['deadlocks'] >= 1 and sorted(r['findings'][0]['cycle']) == ['left', 'right']"
  json crossed.json "'waits for lock' in r['findings'][0]['message']"
done

# Two orders of two additions; a load and a store each: two orders without overlap, two stores in
# either order after both loads. Two critical regions in either order, and the deadlock.
for explorer in qpor optimal source event; do
  for program in kept:2 lost:4 crossed:3; do
    "$SKEIN" check "${program%:*}.skein" -e $explorer -q --json count.json > /dev/null
    json count.json "r['executions'] == ${program#*:} and r['blocked'] == 0 and r['cut'] == 0"
  done
done

# Drawing at random proves nothing.
for explorer in random pct; do
  expect 4 '^incomplete: no bug in 50 executions, but nothing is proved: .*random' \
    "$SKEIN" check kept.skein -e $explorer --runs 50 --seed 7 --json random.json
  json random.json "r['verdict'] == 'incomplete' and r['executions'] == 50"
  expect 1 '^bug: .*random' "$SKEIN" check lost.skein -e $explorer --runs 500
done

# An event-driven program can be proved right: two messages that write the same, in both orders.
cat > event.skein <<'END'
atomic x = 0
handler h
message m(v) { x = v; assert x == v }
thread main { post h m(1); post h m(2) }
END
expect 0 '^clean' "$SKEIN" check event.skein -e event --paranoid --json event.json
json event.json "r['verdict'] == 'clean' and r['executions'] == 2"

cp random.json first.json
"$SKEIN" check kept.skein -e pct --runs 50 --seed 7 -q --json random.json > /dev/null
json random.json "r['events'] == json.load(open('first.json'))['events']"

# A thread that waits for ever when main returns is not a deadlock, to --paranoid neither.
cat > left.c <<'END'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* wait_for_ever(void* p) {
  pthread_mutex_lock(&m);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, wait_for_ever, 0);
  return 0;
}
END
expect 0 '^clean' "$SKEIN" check left.c --paranoid

# Every -k; the checks of --paranoid agree; parameters are passed on.
for k in 1 2 3 optimal; do
  expect 1 '^bug: ' "$SKEIN" check lost.skein -k $k -D N=3 --paranoid --json k.json
  json k.json "r['params'] == {'N': '3'} and r['findings'] != []"
done
for explorer in qpor optimal source event exhaustive random pct; do
  expect 1 '^bug: ' "$SKEIN" check lost.skein -e $explorer --paranoid
done
expect 1 'stopped by --stop-at-first' "$SKEIN" check lost.skein -D N=3 --stop-at-first

# JSON on the standard output is alone there; --quiet prints one line; no colours in a pipe.
"$SKEIN" check lost.skein --json - 2> /dev/null > only.json
json only.json "r['verdict'] == 'bug'"
[ "$("$SKEIN" check lost.skein -q | wc -l)" -eq 1 ] || fail "--quiet prints more than a line"
"$SKEIN" check lost.skein | grep -q $'\x1b' && fail "colours in a pipe"
[ -z "$("$SKEIN" check lost.skein 2>&1 > /dev/null)" ] || fail "something on stderr in a pipe"

# An assumption that fails ends its run, which is neither a bug nor an execution.
cat > assume.skein <<'END'
thread main { c = choose 3; assume c != 1; }
END
expect 0 '^clean' "$SKEIN" check assume.skein --json assume.json
json assume.json "r['executions'] == 2 and r['blocked'] == 1"
# If it ends every run, nothing was checked.
cat > vacuous.skein <<'END'
thread main { c = choose 3; assume c > 2; assert 0; }
END
expect 4 '^incomplete: .*no execution gets past its assumptions' "$SKEIN" check vacuous.skein --json assume.json
json assume.json "r['executions'] == 0 and r['blocked'] == 3 and len(r['gaps']) == 1"

expect 0 '^skein [0-9]' "$SKEIN" --version
"$SKEIN" --help | grep -q 'skein check' || fail "--help has no example"
"$SKEIN" check --help | grep -q 'max-seconds' || fail "check --help does not list the options"
[ "$("$SKEIN" check --help | awk 'length > 80' | wc -l)" -eq 0 ] || fail "--help is wider than 80"
finish
