#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What the checked functions of -D_FORTIFY_SOURCE access is seen, as without it.
set -euo pipefail
program=$SKEIN_SOURCE/tests/native-programs/conformance/libc_race_bug.c
for compiler in gcc clang; do
  "$SKEIN" cc --compiler=$compiler -O2 -D_FORTIFY_SOURCE=2 "$program" -o "race-$compiler"
  for number in $(seq 0 12); do
    status=0
    "$SKEIN" check "./race-$compiler" --no-color -- "$number" >said 2>&1 || status=$?
    if [[ $status != 1 ]] || ! grep -q 'data race' said; then
      echo "$compiler: race $number was not found (exit status $status)"
      cat said
      exit 1
    fi
  done
done
