#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Inline functions of C99 without an external definition: called where nothing is optimised, by both commands. In one source and
# in a header of two; with the external definition there is nothing to be done, and what is nowhere defined stays an error.
# shellcheck source=tests/session/verify/expect.sh
. "$(dirname "$0")/expect.sh"

cat >twice.h <<'END'
#include <assert.h>
inline int twice(int x) { return 2 * x; }
END
cat >other.c <<'END'
#include "twice.h"
int four_times(int x) { return 2 * twice(x); }
END
cat >main.c <<'END'
#include "twice.h"
int four_times(int x);
#ifdef EXTERNAL
extern inline int twice(int x);
#endif
int main(void) { assert(twice(2) == 4 && four_times(1) == WANTED); }
END
for external in "" "-DEXTERNAL"; do
  expect 0 "^proved" main.c other.c -D WANTED=4 ${external:+--cflags=$external}
  expect 1 "assertion" main.c other.c -D WANTED=5 ${external:+--cflags=$external}
  for compiler in gcc clang-19; do
    "$SKEIN" check main.c other.c -q --compiler $compiler -D WANTED=4 ${external:+--cflags=$external} >output 2>&1 || {
      fail "check with $compiler $external:"
      cat output
    }
    noted=$(grep -c "note: inline functions without an external definition" output)
    wanted=1
    if [ -n "$external" ]; then wanted=0; fi
    [ "$noted" -eq "$wanted" ] || fail "check with $compiler $external: $noted notes"
  done
done
expect 2 "main.c:6: the function 'four_times' is not known" main.c -D WANTED=4
ended=0
"$SKEIN" check main.c -q -D WANTED=4 >output 2>&1 || ended=$?
if [ "$ended" -ne 2 ] || ! grep -q "undefined reference to .*four_times" output; then
  fail "check of what is nowhere defined"
fi

finish
