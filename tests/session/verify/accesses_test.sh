#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Which accesses are steps, and what they touch: seen by the number of traces, derived next to each program; and what
# the interpreter computes, by assertions that also hold natively.
# shellcheck source=tests/session/verify/expect.sh
. "$SKEIN_SOURCE/tests/session/verify/expect.sh"

# A conditional that does not read x must not read it: LLVM's simplifycfg would make the read unconditional, and
# with it two traces instead of one.
two_threads "int x, y, c;" "y = p ? x : 0" "x = 1" | traces 1
two_threads "int x, y, c;" "y = (p && x)" "x = 1" | traces 1
two_threads "int x, y, c;" "y = p ? 0 : x" "x = 1" | traces 2
# A write and a read of one variable: two orders. Two reads: one.
two_threads "int x;" "int r = x; (void)r" "x = 1" | traces 2
two_threads "int x;" "int r = x; (void)r" "int r = x; (void)r" | traces 1
# Neighbours are different objects: elements of an array, fields of a structure.
two_threads "int x[2];" "x[0] = 1" "x[1] = 1" | traces 1
two_threads "struct { char a, b; } x;" "x.a = 1" "x.b = 1" | traces 1
# What overlaps is not: a byte of an int, a structure copied as a whole.
two_threads "union { int i; char c[4]; } x;" "x.i = 1" "x.c[2] = 1" | traces 2
two_threads "struct S { int a, b; } x, y;" "x.b = 1" "y = x" | traces 2
# x++ is a read and a write. Two of them: one after the other, in either order; or both reads first, and then
# either write first.
two_threads "int x;" "x++" "x++" | traces 4
# An atomic increment is one step.
two_threads "_Atomic int x;" "x++" "x++" | traces 2
# The heap: each thread its own block.
two_threads "" "int* q = malloc(4); *q = 1; free(q)" "int* q = malloc(4); *q = 2; free(q)" | traces 1
# Locals that no other thread can reach are not steps, those passed to a thread are: here none is passed.
two_threads "" "int a[3] = {1, 2, 3}; a[1] = a[0]" "int a[3]; memset(a, 0, sizeof a)" | traces 1

programs="$SKEIN_SOURCE/tests/session/verify/programs"
expect 0 "^proved" "$programs/semantics.c" -q
if ! clang-19 -w "$programs/semantics.c" -o native || ! ./native; then fail "semantics.c, natively"; fi

# bug KIND PATTERN: what the program on the standard input is found to do wrong.
bug() {
  cat >program.c
  "$SKEIN" verify program.c -q --json report.json >output 2>&1
  if ! python3 -c 'import json, sys
found = json.load(open("report.json"))["findings"]
sys.exit(0 if any(f["kind"] == sys.argv[1] and sys.argv[2] in f["message"] for f in found) else 1)' "$1" "$2"; then
    fail "no $1 '$2' found:"
    cat program.c output
  fi
}

bug memory "null pointer" <<<'int *p; int main(void) { return *p; }'
bug memory "out of bounds" <<<'int a[3]; int i = 3; int main(void) { return a[i]; }'
bug memory "has been freed" <<<'#include <stdlib.h>
int main(void) { int *p = malloc(4); free(p); return *p; }'
bug memory "frees memory that has been freed" <<<'#include <stdlib.h>
int main(void) { int *p = malloc(4); free(p); free(p); }'
bug memory "out of bounds" <<<'#include <stdlib.h>
int main(void) { char *p = malloc(3); p[3] = 1; free(p); }'
bug memory "not allocated" <<<'#include <stdlib.h>
int x; int main(void) { free(&x); }'
bug memory "constant" <<<'int main(void) { *(char*)"text" = 1; }'
bug memory "freed" <<<'int *p; void f(void) { int x = 3; p = &x; } int main(void) { f(); return *p; }'
# A length that wraps around the end of the addresses: of a local variable, of a global one, and with a second thread.
bug memory "out of bounds" <<<'#include <string.h>
unsigned long n = -1; int main(void) { char b[8]; memset(b + 1, 0, n); return b[0]; }'
bug memory "out of bounds" <<<'#include <string.h>
unsigned long n = -1; char g[8]; int main(void) { memset(g + 1, 0, n); return g[0]; }'
bug memory "out of bounds" <<<'#include <pthread.h>
#include <string.h>
unsigned long n = -1; char g[8], h[8];
static void* f(void* p) { memcpy(g + 1, h, n); return p; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); }'
bug arithmetic "division by zero" <<<'int z; int main(void) { return 1 / z; }'
bug livelock "computes without end" <<<'int main(void) { for (;;) { } }'
bug livelock "waits in a loop" <<<'_Atomic int x; int main(void) { while (!x) { } }'
bug lock-misuse "not locked" <<<'#include <pthread.h>
pthread_mutex_t m; int main(void) { pthread_mutex_unlock(&m); }'
bug deadlock "" <<<'#include <semaphore.h>
sem_t s; int main(void) { sem_init(&s, 0, 0); sem_wait(&s); }'
bug assertion "reach_error" <<<'void reach_error(void); int main(void) { reach_error(); }'

# A freed block's name is not given again while its thread has a pointer to it.
bug memory "has been freed" <<<'#include <stdlib.h>
int main(void) { int *p = malloc(4); free(p); int *q = malloc(4); *q = 2; return *p - 2; }'
bug memory "has been freed" <<<'#include <stdlib.h>
int main(void) { int *p = malloc(4), *a[2] = {p, 0}; free(p); int *q = malloc(4); *q = 2; return *a[0] - 2; }'
# If others could reach it, that is not a reservation of the verdict either: no pointer is left when its name is given again.
loop() {
  cat <<END
#include <stdlib.h>
int *shared;
int main(void) { for (;;) { int *p = malloc(4); *p = 1; $1 free(p); } }
END
}
loop "shared = p;" >again.c
expect 0 '^proved: .*some runs never end\.$' again.c -q
loop "" >again.c
expect 0 '^proved: .*some runs never end\.$' again.c -q
# Blocks outlive the threads that made them, and keep their names; freed by who joined those, they give them back.
blocks() {
  cat <<END
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static void *f(void *p) { int *q = malloc(4); *q = (int)(long)p; return q; }
int main(void) {
  pthread_t t;
  void *a, *b;
  $1
}
END
}
run='pthread_create(&t, 0, f, (void *)1); pthread_join(t, &a);'
blocks "$run pthread_create(&t, 0, f, (void *)2); pthread_join(t, &b); assert(a != b && *(int *)a == 1 && *(int *)b == 2);
  free(a); free(b);" >blocks.c
expect 0 '^proved: .*every run ends' blocks.c -q
blocks "for (;;) { $run free(a); b = a; } free(b);" >blocks.c
expect 0 '^proved' blocks.c -q --max-seconds 300
# So do the variables of a thread's functions, when it ends.
for how in "return 0" "pthread_exit(0)"; do
  cat >ends.c <<END
#include <pthread.h>
static int *shared;
static void *f(void *p) { int x = 1; shared = &x; $how; return p; }
int main(void) {
  pthread_t t;
  for (;;) { pthread_create(&t, 0, f, 0); pthread_join(t, 0); BUG }
}
END
  expect 0 '^proved' ends.c --cflags -DBUG= -q --max-seconds 300
  bug memory "has been freed" < <(sed 's/BUG/if (*shared) return 1;/' ends.c)
done
expect 0 '^proved: .*some runs never end' "$programs/passed_on.c" -q --max-seconds 300
echo 'int main(void) { return 0; }' > plain.c
expect 0 '^proved: .*every run ends\.$' plain.c -q

finish
