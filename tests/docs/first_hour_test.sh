#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# From `git clone` to an understood bug in five commands: those at the top of README.md, exactly as
# they stand there, in a clone of this repository (of its last commit), as a stranger would give them.
#
# Two things are not as for a stranger. REPOSITORY is this checkout. And the clone gets the skein
# that is already built, so that the test takes seconds; with FIRST_HOUR_BUILDS=1 it builds its own.
set -u
: "${SKEIN:?}" "${SKEIN_SOURCE:?}"
failures=0
fail() {
  printf 'FAILED: %s\n' "$*"
  failures=$((failures + 1))
}
git -C "$SKEIN_SOURCE" rev-parse HEAD > git.log 2>&1 || {
  echo "skipped: no git, or no repository: $(cat git.log)"
  exit 77
}

# The indented commands after the sentence that announces them, without their comments.
mapfile -t commands < <(sed -n '/in five commands:$/,/^The second/s/^    //p' "$SKEIN_SOURCE/README.md" |
  sed 's/[[:space:]]*#.*//')
if [ "${#commands[@]}" -ne 5 ]; then
  fail "README.md has ${#commands[@]} commands, not five"
  exit 1
fi

rm -rf skein
for number in 0 1 2 3 4; do
  command=${commands[$number]}
  if [ "$number" -eq 0 ]; then
    command=${command//REPOSITORY/"'$SKEIN_SOURCE'"}
    eval "$command" > 0.txt 2>&1 || fail "$command: $(cat 0.txt)"
    [ "$(basename "$PWD")" = skein ] || fail "$command does not lead into the clone"
    if [ -z "${FIRST_HOUR_BUILDS:-}" ]; then
      mkdir -p build/release
      ln -s "$SKEIN" build/release/skein
      touch build/packages.stamp build/release/skein.stamp
    fi
    continue
  fi
  (eval "$command") > "../$number.txt" 2>&1
  echo $? > "../$number.status"
done
cd .. || exit 1

# says NUMBER STATUS TEXT...: what a command ends with, and lines that it prints.
says() {
  local number=$1 status=$2
  shift 2
  [ "$(cat "$number.status")" = "$status" ] ||
    fail "${commands[$number]}: exit status $(cat "$number.status"): $(cat "$number.txt")"
  for text in "$@"; do
    grep -qF -e "$text" "$number.txt" || fail "${commands[$number]} does not say '$text': $(cat "$number.txt")"
  done
}
# What broke, with the value; who did it; the step that decides; how to see it again; the verdict.
says 1 1 "BUG 1: assertion 'seats_ >= 0' failed at tickets.cpp" 'office.seats_ was -1' \
  'in clerk(Office&) at tickets.cpp' '^ from here on no schedule avoids this bug' \
  'bug: 1 bug found; all executions explored'
# The third command is the one that the second printed.
says 1 1 "  ${commands[2]#./}"
says 2 1 "assertion 'seats_ >= 0' failed" 'office.seats_ was -1'
says 3 1 'bug: 1 bug found'
grep -q 'seats_' skein/tickets.html || fail "the page says nothing of the bug"
says 4 0 'clean: all executions explored'
[ "$failures" -eq 0 ] || exit 1
