#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# --checkpoint and --resume: killed at any moment, an exploration goes on where it was, and its
# counts are those of one that was never disturbed, whatever the explorer.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

cat > sum.c <<'END_C'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#ifndef N
#define N 4
#endif
atomic_int x;
int* shared;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void* adder(void* p) {
  int r = x;
  x = r + 1;
  pthread_mutex_lock(&m);
  ++*shared;
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t[N];
  shared = malloc(sizeof *shared);
  *shared = 0;
  for (int i = 0; i < N; ++i) pthread_create(&t[i], 0, adder, 0);
  for (int i = 0; i < N; ++i) pthread_join(t[i], 0);
  assert(x > 1);
}
END_C
"$SKEIN" cc sum.c -DN=3 -o sum3
"$SKEIN" cc sum.c -o sum4

same() { # same A B: everything but time, memory and order of finding is equal
  python3 - "$1" "$2" <<'END_PYTHON' || fail "$1 and $2 differ"
import json, sys
a, b = (json.load(open(f)) for f in sys.argv[1:])
for key in ["verdict", "executions", "completed", "deadlocks", "violations", "blocked", "redundant",
            "cut", "events", "steps", "longest_run", "stopped_by", "findings_not_kept", "warnings"]:
    if a[key] != b[key]:
        sys.exit(f"{key}: {a[key]} and {b[key]}")
def bugs(report):
    return sorted((f["kind"], f["message"], f["times"]) for f in report["findings"])
if bugs(a) != bugs(b):
    sys.exit(f"findings: {bugs(a)} and {bugs(b)}")
END_PYTHON
}

# Stopped by a budget again and again, a small part each time: for every explorer, on both machines.
# (Each round also reads the whole file: a few rounds are enough.)
try() { # try EXPLORER RUNS-A-ROUND PROGRAM...
  local explorer=$1 round=$2 name
  shift 2
  name=$explorer-$(basename "$1")
  "$SKEIN" check "$@" -e "$explorer" -q --json "$name-whole.json" > /dev/null 2>&1
  rm -f "$name.checkpoint"
  "$SKEIN" check "$@" -e "$explorer" -q --checkpoint "$name.checkpoint" --max-runs "$round" > /dev/null 2>&1
  local limit=$round
  for _ in 1 2 3; do
    limit=$((limit + round))
    "$SKEIN" check "$@" -e "$explorer" -q --resume "$name.checkpoint" --max-runs $limit > /dev/null 2>&1
  done
  "$SKEIN" check "$@" -e "$explorer" -q --resume "$name.checkpoint" --json "$name-parts.json" > /dev/null 2>&1
  same "$name-whole.json" "$name-parts.json"
}
for explorer in qpor optimal source event; do
  try $explorer 20 lost.skein -D N=4
  try $explorer 20 ./sum3
done
try exhaustive 50 lost.skein -D N=2
try exhaustive 150 crossed.skein
for explorer in random pct; do
  try $explorer 500 lost.skein -D N=4
  try $explorer 500 ./sum3
done

# The parts were parts: there was more to do than four rounds.
json qpor-sum3-whole.json "r['executions'] > 80 and r['findings']"
json exhaustive-lost.skein-whole.json "r['executions'] > 200"

# Killed by SIGKILL in the middle, several times, with a checkpoint every 50 ms.
"$SKEIN" check ./sum4 -q --json killed-whole.json > /dev/null 2>&1
rm -f killed.checkpoint
arguments=(--checkpoint killed.checkpoint)
size() { stat -c %s killed.checkpoint 2> /dev/null || echo 0; }
for _ in 1 2 3 4; do
  before=$(size)
  "$SKEIN" check ./sum4 -q "${arguments[@]}" --checkpoint-seconds 0.05 > /dev/null 2>&1 &
  skein=$!
  while [ "$(size)" -le "$before" ] && kill -0 $skein 2> /dev/null; do sleep 0.01; done
  kill -KILL $skein 2> /dev/null
  wait $skein 2> /dev/null
  [ -f killed.checkpoint ] && arguments=(--resume killed.checkpoint)
done
"$SKEIN" check ./sum4 -q "${arguments[@]}" --json killed-parts.json > /dev/null 2>&1
same killed-whole.json killed-parts.json

# SIGTERM writes down what there is.
rm -f term.checkpoint term.log
SKEIN_LOG=explore "$SKEIN" check ./sum4 -q --checkpoint term.checkpoint --checkpoint-seconds 1000 > term.out 2> term.log &
skein=$!
wait_for $skein term.log '^\[explore\] run 3:'
kill -TERM $skein
wait $skein
"$SKEIN" check ./sum4 -q --resume term.checkpoint --json term.json > /dev/null 2>&1
same killed-whole.json term.json

# A block that was not written to its end is dropped; so is one that was damaged, with all after it.
cp killed.checkpoint torn.checkpoint
truncate -s -7 torn.checkpoint
"$SKEIN" check ./sum4 -q --resume torn.checkpoint --json torn.json > /dev/null 2>&1
same killed-whole.json torn.json
cp killed.checkpoint flipped.checkpoint
printf '\377' | dd of=flipped.checkpoint bs=1 seek=900 conv=notrunc status=none
"$SKEIN" check ./sum4 -q --resume flipped.checkpoint --json flipped.json > /dev/null 2>&1
same killed-whole.json flipped.json

# What does not fit is refused.
expect 2 'is of another exploration' "$SKEIN" check ./sum3 --resume killed.checkpoint
expect 2 'is of another exploration' "$SKEIN" check ./sum4 -e optimal --resume killed.checkpoint
expect 2 'is no checkpoint' "$SKEIN" check ./sum4 --resume sum.c
expect 2 'cannot open the checkpoint' "$SKEIN" check ./sum4 --resume none.checkpoint
expect 2 'cannot write the checkpoint' "$SKEIN" check ./sum4 --checkpoint none/none.checkpoint
expect 2 'means nothing without' "$SKEIN" check ./sum4 --checkpoint-seconds 3
expect 2 'leave out --checkpoint' "$SKEIN" check ./sum4 --checkpoint a --resume b
finish
