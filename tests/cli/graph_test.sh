#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# skein graph: the same events as check counts, in DOT and in SVG.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"
command -v dot > /dev/null || exit 77

for program in lost kept crossed; do
  for explorer in qpor optimal source exhaustive; do
    expect 0 'drawn to' "$SKEIN" graph $program.skein -e $explorer -o $program.dot
    "$SKEIN" check $program.skein -e $explorer -q --json $program.json > /dev/null
    boxes=$(grep -c '^  e[0-9]* \[' $program.dot)
    json $program.json "r['events'] == $boxes"
    grep -c '^  e[0-9]* ->' $program.dot > arrows.$explorer
    cmp -s arrows.qpor arrows.$explorer || fail "$program: $explorer draws other arrows than qpor"
  done
done
grep -q 'left: lock a' crossed.dot || fail "no label for 'left: lock a'"

# Crossed locks: each of the two agents' first locks is in immediate conflict with the other's
# lock of the same mutex: left's a with right's second, right's b with left's second.
[ "$(grep -c 'dir=none' crossed.dot)" -eq 2 ] || fail "crossed.dot has other conflicts"

expect 0 'drawn to' "$SKEIN" graph crossed.skein -o crossed.svg
grep -q '<svg' crossed.svg || fail "crossed.svg is no picture"
grep -q 'left: lock a' crossed.svg || fail "crossed.svg lacks an event"
expect 4 'drawn to' "$SKEIN" graph crossed.skein --max-steps 6 -o cut.dot
grep -q 'dashed\"\]' cut.dot || fail "the cut is not shown"
"$SKEIN" graph crossed.skein -o - | dot -Tcanon > /dev/null || fail "the DOT on stdout is not valid"
finish
