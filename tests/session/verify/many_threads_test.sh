#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# More threads than a block's name has room for: what the later ones make is told apart anyway.
# shellcheck source=tests/session/verify/expect.sh
. "$SKEIN_SOURCE/tests/session/verify/expect.sh"

# many DECLARATIONS BODY: 262 threads that run together, each with its number `n`.
many() {
  cat <<END
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
enum { kThreads = 262 };
static int* made[kThreads];
static int done[kThreads];
$1
static void* f(void* p) { int n = (int)((int**)p - made); $2; done[n] = n; return p; }
int main(void) {
  pthread_t t[kThreads];
  for (int i = 0; i < kThreads; i++) assert(pthread_create(&t[i], 0, f, &made[i]) == 0);
  for (int i = 0; i < kThreads; i++) {
    void* result;
    assert(pthread_join(t[i], &result) == 0 && result == &made[i] && done[i] == i);
  }
}
END
}
many "" "" | expect_verdict proved "^proved: .*every run ends"
# The heap, and local variables that others can reach.
many "static void set(int* x, int n) { made[n] = x; *x = n; }" \
  "int x; if (n % 51 == 3) { set(&x, n); assert(x == n); int* p = malloc(8); p[1] = n; made[n] = p; assert(made[n][1] == n); free(p); }" |
  expect_verdict proved "^proved"
many "" "if (n == 261) { int* p = malloc(8); free(p); *p = 1; }" |
  expect_verdict bug "writes to memory that has been freed"
if [ -n "${SKEIN_LONG:-}" ]; then
  many "" "if (n == 260) { int* p = malloc(8); p[2] = 1; }" | expect_verdict bug "out of bounds of a heap block"
  many "" "if (n == 259) { int* p = malloc(8); free(p); free(p); }" | expect_verdict bug "frees memory that has been freed"
fi
# A number that looks like the name of a block, but is not.
expect_verdict bug "reads through a wild pointer" <<'END'
int main(void) { return *(int*)0x8000000012345678; }
END
expect_verdict bug "frees what was not allocated" <<'END'
#include <stdlib.h>
int main(void) { free((void*)0x8000000012345678); }
END

finish
