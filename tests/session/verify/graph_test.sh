#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# skein graph --cutoffs: the prefix with its cut-offs, each with an arrow to what it corresponds to.
set -eu
"$SKEIN" graph "$SKEIN_SOURCE/bench/verify/pgsql.c" --cutoffs on -o prefix.dot >/dev/null
cutoffs=$(grep -c 'style="filled,dashed"' prefix.dot)
arrows=$(grep -c 'style=dotted' prefix.dot)
conflicts=$(grep -c 'style=dashed, color=red' prefix.dot)
if [ "$cutoffs" = 0 ] || [ "$cutoffs" != "$arrows" ] || [ "$conflicts" = 0 ]; then
  echo "$cutoffs cut-offs, $arrows arrows, $conflicts conflicts"
  exit 1
fi
# A program without loops has no cut-off to draw, and without cut-offs nothing is dashed.
"$SKEIN" graph "$SKEIN_SOURCE/bench/verify/stf.c" --cutoffs off -o - >plain.dot
if grep -q dotted plain.dot; then exit 1; fi
if "$SKEIN" graph "$SKEIN_SOURCE/bench/verify/stf.c" --cutoffs on --max-events 10 -o few.dot 2>message; then
  exit 1
fi
grep -q "more than 10 events" message
# The program's arguments and inputs are those that verify would give it: start and exit; with an argument a choice
# of three between them, and so three exits.
cat >inputs.c <<'END'
int __VERIFIER_nondet_int(void);
int main(int argc, char **argv) { (void)argv; return argc > 1 ? __VERIFIER_nondet_int() : 0; }
END
"$SKEIN" graph inputs.c --cutoffs on --nondet 0..2 -o inputs.dot | grep -q ': 2 events, '
"$SKEIN" graph inputs.c --cutoffs on --nondet 0..2 -o inputs.dot -- one | grep -q ': 7 events, '
