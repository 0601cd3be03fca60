#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Options of verify that no other test needs: each changes what it says it changes.
# shellcheck source=tests/session/verify/expect.sh
. "$SKEIN_SOURCE/tests/session/verify/expect.sh"

programs="$SKEIN_SOURCE/bench/verify"
# The verdict says what it trusts, and is the same.
expect 0 "proved: .*states with equal hashes were taken for equal" "$programs/peterson.c" --compact --races=off
expect 1 "bug" "$programs/peterson.c" --compact -D BUG
expect 0 "every run ends\.$" "$programs/stf.c" --cutoffs off --compact -q

# Signed overflow wraps around, or is a bug; unsigned overflow never is.
cat >overflow.c <<'END'
#include <assert.h>
#include <limits.h>
int x = INT_MAX;
unsigned u = UINT_MAX;
int main(void) { u = u + 1; x = x + 1; assert(u == 0 && x == INT_MIN); }
END
expect 0 "proved" overflow.c
expect 1 "overflow.c:5" overflow.c --overflow
expect 1 "a signed operation overflows" overflow.c --overflow
sed -i 's/x = x + 1; assert(u == 0 \&\& x == INT_MIN)/assert(u == 0)/' overflow.c
expect 0 "proved" overflow.c --overflow

# A stub of a function that the library has comes first.
cat >stub.c <<'END'
#include <assert.h>
#include <stdlib.h>
int unknown(void);
int main(void) { assert(atoi("5") == 7 && unknown() == -2); }
END
expect 0 "proved" stub.c --stub atoi=7 --stub unknown=-2
expect 1 "assertion" stub.c --stub unknown=-2

finish
