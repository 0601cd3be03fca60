#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# `skein cc` makes no vector instructions of loops: a masked store is announced by no compiler. Only compiled, as not
# every processor has them.
set -euo pipefail

cat >masked.c <<'END'
int flags[64], values[64];
void set(void) {
  for (int i = 0; i < 64; i++) if (flags[i]) values[i] = i;
}
END
status=0
for compiler in gcc clang; do
  "$SKEIN" cc "--compiler=$compiler" -O3 -mavx2 -S masked.c -o masked.s
  if grep -n 'maskmov' masked.s; then
    echo "FAILED: $compiler: a store under a mask"
    status=1
  fi
  grep -q '__tsan_write4' masked.s || { echo "FAILED: $compiler: a store is not announced"; status=1; }
done
exit "$status"
