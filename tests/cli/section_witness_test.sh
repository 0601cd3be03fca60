#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Sections of locks are single steps to the explorer, but a witness is a schedule of single locks and
# unlocks, which replays with replay's own options (src/session/witness/section_unfolder.hpp).
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

# replayed FILE KIND: the schedule that check prints for the first bug shows it again.
replayed() {
  local command
  "$SKEIN" check "$1" --json report.json > report.txt
  json report.json "r['findings'][0]['kind'] == '$2'"
  command=$(grep -m 1 '^  skein replay' report.txt)
  eval "'$SKEIN'${command#  skein} --json replay.json" > replay.txt && fail "not a bug: $command: $(cat replay.txt)"
  json replay.json "r['findings'][0]['kind'] == '$2'"
}

json() {
  python3 -c "
import json, sys
r = json.load(open(sys.argv[1]))
sys.exit(0 if $2 else 1)" "$1" || fail "$1 does not satisfy $2"
}

# Locks are steps again, and nothing of sections is left in the command.
for bug in assertion:sections_assert_bug deadlock:sections_deadlock_bug race:sections_half_done_bug \
  race:sections_middle_bug lock-misuse:sections_destroy_bug assertion:sections_fail_inside_bug; do
  file=$SKEIN_SOURCE/tests/native-programs/conformance/${bug#*:}.c
  replayed "$file" "${bug%%:*}"
  grep -q '\[lock ' report.txt || fail "$bug: no lock in the schedule: $(cat report.txt)"
  grep -q '\.\.\. unlock\]' report.txt && fail "$bug: a row that is a section"
  grep '^  skein replay' report.txt | grep -q 'reduce' && fail "$bug: a schedule of sections"
done

# Sections without a step come early or late: the race is there only if two's comes first.
cat > hidden.c << 'END'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y, z;
static void* one(void* p) {
  x = 1;
  pthread_mutex_lock(&m);
  ++y;
  pthread_mutex_unlock(&m);
  return p;
}
static void* two(void* p) {
  pthread_mutex_lock(&m);
  ++z;
  pthread_mutex_unlock(&m);
  x = 2;
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
END
replayed hidden.c race

# Where neither shows it, sections stay, and the command says so.
file=$SKEIN_SOURCE/tests/native-programs/conformance/sections_race_bug.c
replayed "$file" race
grep '^  skein replay' report.txt | grep -q -- '--reduce=sections' || fail "not a schedule of sections"

# A trace file of a bug replays too.
"$SKEIN" check "$SKEIN_SOURCE/tests/native-programs/conformance/sections_assert_bug.c" \
  --traces traces > /dev/null
for trace in traces/*; do
  expect 1 '^replay: the same bug' "$SKEIN" replay "$trace" -q
done

finish
