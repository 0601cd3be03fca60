#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What the user can get wrong: a clear message, exit status 2, and no work begun.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

# shellcheck disable=SC2317 # called by expect
check() { "$SKEIN" check "$@"; }

# The command line.
expect 2 'unknown command .chek.*did you mean check' "$SKEIN" chek lost.skein
expect 2 'unknown command .chekc.*did you mean check' "$SKEIN" chekc lost.skein
expect 2 'unknown option --verion; did you mean --version' "$SKEIN" --verion
expect 2 'did you mean --version' check --verion lost.skein
expect 2 'unknown command .xyzzy. .see --help' "$SKEIN" xyzzy
expect 2 "^skein: error: --reduce is outcome, sections or trace, not 'all'" check lost.skein --reduce=all
expect 0 'docs/reference.md says more' "$SKEIN" help
expect 0 'docs/reference.md says more' "$SKEIN" help check
expect 2 'subcommand is required' "$SKEIN"
expect 2 'FILE is required' check
expect 2 'second.skein.* one file too many' check lost.skein second.skein
expect 2 'did you mean --max-runs' check lost.skein --max-rums 5
for option in --max-runs --max-steps --max-switches --max-preemptions --max-memory; do
  for value in 0 -1 -0 x '' 1x 1.5 1e3 99999999999999999999; do
    expect 2 "error: $option: '.*' is not a whole number" check lost.skein $option "$value"
  done
done
for value in 0 -1 x '' nan inf 1s; do
  expect 2 "error: --max-seconds: '.*' is not a number above 0" check lost.skein --max-seconds "$value"
done
expect 2 'requires|required|expected' check lost.skein --max-runs
expect 2 'unknown explorer .optmal.*known are qpor.*did you mean optimal' check lost.skein -e optmal
expect 2 'unknown explorer .xyzzy.*known are qpor[^?]*$' check lost.skein --explorer xyzzy
expect 2 'k means nothing to explorer source' check lost.skein -e source -k 2
for k in 0 -1 x '' 1.5 Optimal; do
  expect 2 "k: '.*' is neither" check lost.skein -k "$k"
done
expect 2 'runs means nothing to explorer qpor' check lost.skein --runs 5
expect 2 'seed means nothing to explorer optimal' check lost.skein -e optimal --seed 5
expect 2 'depth means nothing to explorer random' check lost.skein -e random --depth 5
expect 2 'not of the form NAME=VALUE' check lost.skein -D N
expect 2 'not a whole number' check lost.skein -D N=x
expect 2 'given twice' check lost.skein -D N=1 -D N=2
expect 2 "no param is named 'M'" check lost.skein -D M=1

# Files.
expect 2 "cannot open 'none.skein': No such file" check none.skein
mkdir -p folder.skein
expect 2 'is a directory' check folder.skein
expect 2 'is neither a model' check "$SKEIN_SOURCE/README.md"
if [ "$(id -u)" -ne 0 ]; then
  cp lost.skein secret.skein
  chmod 000 secret.skein
  expect 2 'cannot read' check secret.skein
  rm -f secret.skein
fi

# The JSON's path is tried before anything else is done.
cat > endless.skein <<'END'
param N = 9
atomic x = 0
thread adder(i) { r = x; x = r + 1 }
thread main { for i in 0..N { create adder(i) } }
END
expect 2 'cannot write' timeout 300 "$SKEIN" check endless.skein --json /nonexistent/r.json
expect 2 'cannot write' timeout 300 "$SKEIN" check endless.skein --json folder.skein
expect 2 'is the program itself' check lost.skein --json ./lost.skein
expect 2 'No space left' check lost.skein --json /dev/full
grep -q '^thread main' lost.skein || fail "the program was overwritten"

# Errors are in the JSON too, whichever stage they come from.
for arguments in 'lost.skein --max-runs 0' 'none.skein' 'lost.skein -e xyzzy' 'lost.skein --wrong'; do
  rm -f error.json
  # shellcheck disable=SC2086 # to be split
  expect 2 'error' check $arguments --json error.json
  json error.json "r['verdict'] == 'error' and r['error'] and r['executions'] == 0 and r['findings'] == []"
done

# Model files that are cut off, garbage, or made to hurt. Any length of prefix, no crash.
size=$(wc -c < lost.skein)
for ((n = 0; n < size; n += 3)); do
  head -c $n lost.skein > part.skein
  timeout 300 "$SKEIN" check part.skein -q > part.out 2>&1
  status=$?
  case $status in
    0 | 1 | 2 | 4) ;;
    *) fail "a file cut after $n bytes: exit status $status: $(cat part.out)" ;;
  esac
  if [ $status -eq 2 ] && ! grep -q 'part.skein' part.out; then
    fail "a file cut after $n bytes: no place in $(cat part.out)"
  fi
done
head -c 20000 /dev/urandom > garbage.skein
expect 2 'garbage.skein' timeout 300 "$SKEIN" check garbage.skein
printf 'thread main { \0\0 }\n' > zero.skein
expect 2 'zero.skein:1:' timeout 300 "$SKEIN" check zero.skein
: > empty.skein
expect 2 'empty.skein' check empty.skein
printf 'thread main { lock m }\n' > undeclared.skein
expect 2 'undeclared.skein:1:' check undeclared.skein
{ printf 'thread main { x = '; printf '(%.0s' {1..50000}; printf '1'; } > deep.skein
expect 2 'deep.skein:1:' timeout 300 "$SKEIN" check deep.skein
printf 'atomic x[4000000000]\nthread main { x[0] = 1 }\n' > large.skein
expect 2 'large.skein:1:' timeout 300 "$SKEIN" check large.skein
expect 2 '' timeout 300 "$SKEIN" check lost.skein -D N=1000000000
printf 'thread main { while 1 { } }\n' > spin.skein
expect 1 '^bug' timeout 300 "$SKEIN" check spin.skein
printf 'atomic x\nthread main { while 1 { x = 1 } }\n' > loop.skein
expect 4 '^incomplete: .*1 run cut by --max-steps 10000' timeout 300 "$SKEIN" check loop.skein
printf 'atomic x\nthread f { create f(); x = 1 }\nthread main { create f() }\n' > bomb.skein
timeout 300 "$SKEIN" check bomb.skein --max-seconds 2 --max-steps 200 -q > bomb.out 2>&1
[ $? -le 4 ] || fail "endless creation: $(cat bomb.out)"

# What a program calls itself cannot drive the terminal.
printf 'thread main { assert 0 }\n' > $'esc\x1b[31m.skein'
"$SKEIN" check $'esc\x1b[31m.skein' 2>&1 | grep -q $'\x1b' && fail "an escape sequence got through"

# graph.
expect 2 'say where to draw' "$SKEIN" graph lost.skein
expect 2 'neither in .svg nor in .dot' "$SKEIN" graph lost.skein -o lost.png
expect 2 'cannot write' "$SKEIN" graph lost.skein -o /nonexistent/lost.dot
expect 2 'more than 30 events' "$SKEIN" graph lost.skein -o many.dot --max-events 30
[ -e many.dot ] && fail "an empty file was left behind"
expect 2 'Graphviz' env PATH=/nonexistent "$SKEIN" graph lost.skein -o lost.svg
finish
