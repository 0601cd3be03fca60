#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What verify refuses: a clear message with the name and the place, exit status 2; and what stops it.
# shellcheck source=tests/session/verify/expect.sh
. "$SKEIN_SOURCE/tests/session/verify/expect.sh"

program() { cat >"$1"; }

program unknown.c <<'END'
int frobnicate(int);
int main(void) {
  return frobnicate(3);
}
END
expect 2 "unknown.c:3: the function 'frobnicate' is not known" unknown.c
expect 0 "proved" unknown.c --stub frobnicate=0
expect 2 "NAME=VALUE" unknown.c --stub frobnicate

program assembly.c <<'END'
int main(void) {
  int x;
  __asm__ volatile("rdtsc" : "=a"(x));
  return x;
}
END
expect 2 "assembly.c:3: inline assembly" assembly.c

program wide.c <<'END'
int small;
long double large;
int main(void) { return large > small; }
END
expect 2 "wide.c:2: the global variable 'large': a type of more than 64 bits" wide.c

program nomain.c <<'END'
int f(void) { return 0; }
END
expect 2 "no main" nomain.c

echo "this is no bitcode" >text.bc
expect 2 "no LLVM bitcode" text.bc
printf 'BC\xC0\xDE\x35\x14\0\0\xff\xff\xff\xff\xff\xff\xff\xff' >future.bc
expect 2 "no LLVM bitcode" future.bc
expect 2 "no source" "$0"
expect 2 "missing.c" missing.c

program broken.c <<'END'
int main(void) { return
END
expect 2 "could not compile" broken.c

program endless.c <<'END'
#include <pthread.h>
_Atomic int x;
void *f(void *p) { for (;;) x = x + 1; return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_create(&t, 0, f, 0); pthread_join(t, 0); }
END
expect 4 "stopped by --max-seconds" endless.c --max-seconds 0.3
expect 4 "stopped by --max-memory" endless.c --max-memory 70
expect 2 "neither on nor off" endless.c --cutoffs maybe
expect 2 "neither size nor total" endless.c --order random

program threads.c <<'END'
#include <pthread.h>
void *f(void *p) { return p; }
int main(void) { pthread_t t; for (;;) pthread_create(&t, 0, f, 0); }
END
expect 4 "stopped by --max-seconds" threads.c --max-seconds 0.5

program nondet.c <<'END'
int __VERIFIER_nondet_int(void);
int main(void) { return 10 / __VERIFIER_nondet_int(); }
END
expect 2 "nondet" nondet.c
expect 1 "division by zero" nondet.c --nondet -2..2
expect 0 "proved" nondet.c --nondet 1..5

finish
