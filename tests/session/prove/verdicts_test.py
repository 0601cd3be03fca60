#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What skein prove says: proofs, bugs with their inputs, warnings, refusals, budgets."""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ["SKEIN_SOURCE"], "tests", "support"))
from shares import is_taken  # noqa: E402

SKEIN = os.environ["SKEIN"]
failures = []

HEAD = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
"""


def prove(code, *options):
    with open("program.c", "w", encoding="utf-8") as file:
        file.write(HEAD + code)
    done = subprocess.run([SKEIN, "prove", "program.c", "--json", "report.json", *options], capture_output=True, text=True, check=False)
    with open("report.json", encoding="utf-8") as file:
        return done, json.load(file)


def expect(name, code, status, texts, *options):
    if not is_taken(name, 3):
        return
    patience = [] if status == 4 else ["--refine-seconds", "60"]  # for slow machines
    done, report = prove(code, *patience, *options)
    everything = done.stdout + done.stderr
    if done.returncode != status:
        failures.append(f"{name}: exit status {done.returncode}, not {status}: {report['summary']}\n{everything}")
    failures.extend(f"{name}: '{text}' is not said:\n{everything}" for text in texts if text not in everything)


ONE_THREAD = "int main(void) { %s return 0; }\n"
expect("any value of the type", ONE_THREAD % "int x = __VERIFIER_nondet_int(); assert(x != 1234567);", 1, ["assertion 'x != 1234567' failed"])
expect("assumed away", ONE_THREAD % "int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 0); assert(x != 0);", 0, ["proved"])
expect("nothing passes", ONE_THREAD % "int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 0); __VERIFIER_assume(x < 0); assert(0);", 4,
       ["no execution gets past its assumptions and out of its loops"])
expect("nothing ends", ONE_THREAD % "for (;;) {}", 4, ["no execution gets past its assumptions and out of its loops"])
expect("division", ONE_THREAD % "int x = __VERIFIER_nondet_int(); int y = 10 / (x - 7); (void)y;", 1, ["divi"])
expect("division guarded", ONE_THREAD % "int x = __VERIFIER_nondet_int(); int y = x == 7 ? 0 : 10 / (x - 7); (void)y;", 0, ["proved"])
expect("index", ONE_THREAD % "static int a[8]; unsigned i = (unsigned)__VERIFIER_nondet_int(); a[i % 9] = 1;", 1, ["out of bounds"])
expect("index masked", ONE_THREAD % "static int a[8]; unsigned i = (unsigned)__VERIFIER_nondet_int(); a[i % 8] = 1;", 0, ["proved"])
expect("overflow", ONE_THREAD % "int x = __VERIFIER_nondet_int(); x = x + 1; (void)x;", 0, ["proved"])
expect("overflow as a bug", ONE_THREAD % "int x = __VERIFIER_nondet_int(); x = x + 1; (void)x;", 1, ["overflow"], "--overflow")
expect("a loop without a bound", ONE_THREAD % "int n = __VERIFIER_nondet_int(), i = 0; while (i < n) i++; assert(i >= 0);", 0, ["proved"])
expect("a long loop of known values", ONE_THREAD % "int s = 0; for (int i = 0; i < 1000; i++) s += i; assert(s == 499500);", 0, ["proved"])
# One of the published tool's mistakes: a write through an unknown index is weak for every cell.
expect("weak updates", ONE_THREAD % "static int a[2]; a[0] = 5; a[1] = 5; a[__VERIFIER_nondet_int() & 1] = 0; assert(a[0] == 0);", 1,
       ["assertion 'a[0] == 0' failed"])

TWO = "struct { int a, b; } *q = malloc(sizeof *q); q->a = __VERIFIER_nondet_int(); q->b = %s; if (q->a > 5) assert(%s); free(q);"
expect("two variables in a word of the heap", ONE_THREAD % (TWO % ("7", "q->a > 4 && q->b == 7")), 0, ["proved"])
expect("two variables in a word of the heap, the second", ONE_THREAD % (TWO % ("__VERIFIER_nondet_int() & 3", "q->b == 0")), 1,
       ["assertion 'q->b == 0' failed"])
expect("two variables in a word of the heap, the first", ONE_THREAD % (TWO % ("__VERIFIER_nondet_int() & 3", "q->a > 6")), 1,
       ["assertion 'q->a > 6' failed"])
expect("realloc", ONE_THREAD % "int* p = malloc(8); p[0] = __VERIFIER_nondet_int() & 7; p[1] = 5; p = realloc(p, 12); assert(p[0] < 8 && p[1] == 5); free(p);", 0,
       ["proved"])
expect("realloc, wrong", ONE_THREAD % "int* p = malloc(8); p[0] = __VERIFIER_nondet_int() & 7; p = realloc(p, 4); assert(p[0] < 7); free(p);", 1,
       ["assertion 'p[0] < 7' failed"])
# What is learnt about an address is learnt about the index that it was made of.
ELEMENT = "static int a[4]; int i = __VERIFIER_nondet_int() & 3; int* p = &a[i]; if (p == &a[%d]) assert(i == 2);"
expect("an address and its index", ONE_THREAD % (ELEMENT % 2), 0, ["proved"])
expect("an address and another index", ONE_THREAD % (ELEMENT % 1), 1, ["assertion 'i == 2' failed"])
expect("an address of two indices", ONE_THREAD % (
    "static int a[3][4]; int i = __VERIFIER_nondet_int() & 1, k = __VERIFIER_nondet_int() & 3; if (&a[i][k] == &a[1][3]) assert(i == 1 && k == 3);"), 0, ["proved"])
expect("an address that two pairs of indices have", ONE_THREAD % (
    "static int a[3][4]; int i = __VERIFIER_nondet_int() & 1, k = __VERIFIER_nondet_int() & 7; if (&a[0][0] + 4 * i + k == &a[1][0]) assert(i == 1);"), 1,
    ["assertion 'i == 1' failed"])
for what, good, bad in [("x * 3 == 6", "x == 2", "x == 3"), ("x % 4 == 1", "x == 1 || x == 5", "x == 1"), ("x / 4 == 1", "x >= 4 && x <= 7", "x == 4"),
                        ("(x << 1) == 6", "x == 3", "x == 2"), ("(signed char)(x + 254) == 1", "x == 3", "x == 4")]:
    value = f"int x = __VERIFIER_nondet_int() & 7; if ({what.replace('%', '%%')}) assert(%s);"
    expect(f"from {what}", ONE_THREAD % (value % good), 0, ["proved"])
    expect(f"not from {what}", ONE_THREAD % (value % bad), 1, ["failed"])
# Variables in memory, as after scanf, are refined by conditions too, until they are written.
MEMORY = "int x; int* p = &x; *p = __VERIFIER_nondet_int(); %s"
expect("a variable in memory", ONE_THREAD % (MEMORY % "if (x >= 0 && x < 8) assert(*p <= 7);"), 0, ["proved"])
expect("a variable in memory that is written again", ONE_THREAD % (MEMORY % "int y = x; *p = 9; if (y < 8) assert(x < 8);"), 1, ["'x < 8' failed"])
expect("a part of a variable that is written again", ONE_THREAD % (
    MEMORY % "int y = x; ((char*)p)[0] = (char)__VERIFIER_nondet_int(); if (y == 8) assert(x == 8);"), 1, ["'x == 8' failed"])
expect("a variable in memory that a function writes", "static void set(int* q) { *q = 9; }\n" + ONE_THREAD % (
    MEMORY % "int y = x; set(p); if (y < 8) assert(x < 8);"), 1, ["'x < 8' failed"])

THREADS = """static int x, y;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static void* first(void* p) { %s return p; }
static void* second(void* p) { %s return p; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  %s
  return 0;
}
"""
# The verdict mentions exit statuses other than 0, as far as they are known.
expect("a status", "int main(void) { return 3; }", 0, ["every execution ended with exit status 3"])
expect("a call of exit", "#include <stdlib.h>\nint main(void) { if (__VERIFIER_nondet_int()) exit(7); return 0; }", 0,
       ["some executions may have ended with exit status 7"])
expect("one of two statuses", "int main(void) { return __VERIFIER_nondet_int() != 5 ? 2 : 4; }", 0,
       ["some executions may have ended with exit status 2", "some executions may have ended with exit status 4"])
expect("any status", "#include <stdlib.h>\nint main(void) { exit(__VERIFIER_nondet_int()); }", 0,
       ["some executions may have ended with an exit status other than 0"])
expect("any result", "int main(void) { return __VERIFIER_nondet_int(); }", 0, ["some executions may have ended with an exit status other than 0"])
done, report = prove("int main(void) { return __VERIFIER_nondet_int() & 256; }")
if "exit status" in done.stdout:
    failures.append(f"the verdict mentions an impossible exit status: {done.stdout}")

ADD = "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);"
expect("a counter under a lock", THREADS % (ADD, ADD, "assert(x == 2);"), 0, ["proved"])
# Loops with a lock in them, without end: the values are widened from turn to turn.
FOR_EVER = "for (;;) { pthread_mutex_lock(&m); %s pthread_mutex_unlock(&m); }"
expect("a counter for ever", THREADS % (FOR_EVER % "x++;", FOR_EVER % "x++;", ""), 0, ["proved"])
expect("a counter that overflows", THREADS % (FOR_EVER % "x++; assert(x != 3000000);", FOR_EVER % "x++;", ""), 4,
       ["assertion 'x != 3000000' failed"], "--refine-seconds", "0.1")
expect("a counter that starts again", THREADS % (
    FOR_EVER % "x = x + 1; if (x > 100) x = 0; assert(x >= 0 && x <= 100);", FOR_EVER % "x = x + 1; if (x > 100) x = 0;", ""), 0, ["proved"])
expect("a counter that starts again too late", THREADS % (
    FOR_EVER % "x = x + 1; if (x > 6) x = 0; assert(x >= 0 && x <= 5);", FOR_EVER % "y++;", ""), 1, ["assertion 'x >= 0 && x <= 5' failed"])
expect("a counter that starts again too late to be shown", THREADS % (
    FOR_EVER % "x = x + 1; if (x > 101) x = 0; assert(x >= 0 && x <= 100);", FOR_EVER % "y++;", ""), 4,
    ["assertion 'x >= 0 && x <= 100' failed"], "--refine-seconds", "0.1")
expect("as many turns as an input says", THREADS % (
    "int k = __VERIFIER_nondet_int(); for (int i = 0; i < k; i++) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); }",
    "int k = __VERIFIER_nondet_int(); for (int i = 0; i < k; i++) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); }",
    "assert(x != 3);"), 1, ["assertion 'x != 3' failed"])
expect("a queue for ever", "static int queue[4], first_of, count;\n" + THREADS % (
    FOR_EVER % "if (count < 4) { queue[(first_of + count) % 4] = __VERIFIER_nondet_int() & 7; count++; }",
    FOR_EVER % "if (count > 0) { assert(queue[first_of] >= 0 && queue[first_of] < 8); first_of = (first_of + 1) % 4; count--; }", ""), 0, ["proved"])
expect("a race", THREADS % ("x++;", "x++;", ""), 1, ["data race on x"])
ELEMENTS = "pthread_mutex_t ms[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};\nstatic int t[2];\n"
CHOSEN = "int i = __VERIFIER_nondet_int() & 1; pthread_mutex_lock(&ms[i]); t[i]++; pthread_mutex_unlock(&ms[i]);"
expect("a lock for each element", ELEMENTS + THREADS % (CHOSEN, CHOSEN, ""), 0, ["proved"])
# Two accesses race only if inputs exist with which they go to the same element.
APART = "int i = (unsigned)__VERIFIER_nondet_int() %% 100 < 50 ? %s; t[i]++;"
done, report = prove("static int t[2];\n" + THREADS % (APART % "0 : 0", APART % "1 : 1", ""))
if done.returncode == 1:
    failures.append(f"different elements: a race that there is not:\n{done.stdout}")
expect("the same element", "static int t[2];\n" + THREADS % (APART % "0 : 1", APART % "1 : 0", ""), 1, ["data race on t["])
expect("a race behind the operation that orders", THREADS % (
    "pthread_mutex_lock(&m); pthread_mutex_unlock(&m); x = 1;", "pthread_mutex_lock(&m); pthread_mutex_unlock(&m); x = 2;", ""), 1,
    ["data race on x"])
expect("a race of a plain with an atomic access", THREADS.replace("static int x", "static _Atomic int x") % (
    "x = 1;", "*(volatile int*)&x = 2;", ""), 1, ["data race on x"])
expect("a thread's unknown result", """static void* fill(void* p) { *(long*)p = __VERIFIER_nondet_int(); return 0; }
static void* thread(void* p) {
  pthread_t inner;
  long value = 0;
  (void)p;
  pthread_create(&inner, 0, fill, &value);
  pthread_join(inner, 0);
  return (void*)value;
}
int main(void) {
  pthread_t t;
  void* result = 0;
  pthread_create(&t, 0, thread, 0);
  pthread_join(t, &result);
  assert(result == 0);
  return 0;
}
""", 1, ["assertion 'result == 0' failed"])
expect("unknown results, one after the other", """static void* some(void* p) { return (void*)(long)(__VERIFIER_nondet_int() & 3); }
static void* none(void* p) { return p; }
int main(void) {
  pthread_t t;
  void* result = 0;
  pthread_create(&t, 0, some, 0);
  pthread_join(t, &result);
  assert((long)result >= 0 && (long)result <= 3);
  pthread_create(&t, 0, none, 0);
  pthread_join(t, &result);
  assert(result == 0);
  return 0;
}
""", 0, ["proved"])
expect("a wait", "static pthread_cond_t c = PTHREAD_COND_INITIALIZER;\n" + THREADS % (
    "pthread_mutex_lock(&m); while (!x) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m);",
    "pthread_mutex_lock(&m); x = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);", ""), 0, ["spurious wake-ups"])
expect("a deadlock", THREADS % (
    "pthread_mutex_lock(&m); pthread_mutex_lock(&n); pthread_mutex_unlock(&n); pthread_mutex_unlock(&m);",
    "pthread_mutex_lock(&n); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_unlock(&n);", ""), 1, ["deadlock"])
expect("an input that decides who locks", THREADS % (
    "if (__VERIFIER_nondet_int() == 77) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); }",
    "pthread_mutex_lock(&m); assert(x == 0); pthread_mutex_unlock(&m);", ""), 1, ["assertion 'x == 0' failed"])
expect("a use after free", """static int* p;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* user(void* q) { pthread_mutex_lock(&m); *p = 1; pthread_mutex_unlock(&m); return q; }
int main(void) {
  pthread_t t;
  p = malloc(sizeof *p);
  pthread_create(&t, 0, user, 0);
  pthread_mutex_lock(&m);
  if (__VERIFIER_nondet_int() > 100) free(p);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
""", 1, ["freed"])
# The name of a block is used again once its thread has freed it, unless something may point to it.
expect("a block for each turn", THREADS % (
    "for (;;) { int* q = malloc(sizeof *q); *q = __VERIFIER_nondet_int() & 3; pthread_mutex_lock(&m); x = *q; pthread_mutex_unlock(&m); free(q); }",
    FOR_EVER % "assert(x >= 0 && x <= 3);", ""), 0, ["proved"])
expect("a block that others see, for each turn", "static int* shared;\n" + THREADS % (
    "for (;;) { int* q = malloc(sizeof *q); pthread_mutex_lock(&m); shared = q; pthread_mutex_unlock(&m); "
    "pthread_mutex_lock(&m); shared = 0; free(q); pthread_mutex_unlock(&m); }",
    FOR_EVER % "if (shared) *shared = 1;", ""), 0, ["proved"])
expect("an old pointer to a block with a new name", "static int* old;\n" + ONE_THREAD %
       "int* p = malloc(8); *p = 1; old = p; free(p); int* q = malloc(8); *q = 7; assert(*old == 7); free(q);", 4, ["memory that has been freed"])
expect("an old pointer in another thread", "static int* old;\n" + THREADS % (
    "pthread_mutex_lock(&m); int* q = malloc(8); old = q; free(q); pthread_mutex_unlock(&m); q = malloc(8); *q = 7; "
    "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);",
    "pthread_mutex_lock(&m); int* q = old; pthread_mutex_unlock(&m); if (q) { pthread_mutex_lock(&m); *q = 1; pthread_mutex_unlock(&m); }", ""), 1,
    ["memory that has been freed"])
# What an operation writes besides its lock, over something unknown or next to it.
expect("a result over an unknown", """static void* three(void* p) { (void)p; return (void*)3; }
int main(void) {
  pthread_t t;
  void* result = (void*)(7L + (__VERIFIER_nondet_int() & 1));
  pthread_create(&t, 0, three, 0);
  pthread_join(t, &result);
  assert((long)result != 3);
  return 0;
}
""", 1, ["assertion '(long)result != 3' failed"])
SEMAPHORE = """#include <semaphore.h>
struct pair { int unknown; int value; };
static sem_t s;
int main(void) {
  sem_init(&s, 0, 3);
  %s
  return 0;
}
"""
expect("a number over an unknown", SEMAPHORE % "int v = 7 + (__VERIFIER_nondet_int() & 1); sem_getvalue(&s, &v); assert(v != 3);", 1,
       ["assertion 'v != 3' failed"])
expect("a number beside an unknown", SEMAPHORE % (
    "struct pair* p = malloc(sizeof *p); p->value = 0; p->unknown = __VERIFIER_nondet_int(); sem_getvalue(&s, &p->value);"
    " assert(p->value == 3); assert(p->unknown != 5);"), 1, ["assertion 'p->unknown != 5' failed"])
expect("errno of a function of an unknown", "#include <errno.h>\n#include <math.h>\n" + ONE_THREAD %
       "double x = __VERIFIER_nondet_int(); errno = 0; double y = sqrt(x); (void)y; assert(errno == 0);", 1, ["assertion 'errno == 0' failed"])
expect("errno over an unknown", "#include <errno.h>\n#include <limits.h>\n" + ONE_THREAD % (
    'errno = __VERIFIER_nondet_int() & 1; long v = strtol("99999999999999999999", 0, 10); assert(v != LONG_MAX || errno != ERANGE);'), 1,
       ["errno != "])
expect("a lock in the heap", """struct box { pthread_mutex_t m; int value; };
static void* user(void* q) { struct box* b = q; pthread_mutex_lock(&b->m); b->value++; pthread_mutex_unlock(&b->m); return 0; }
int main(void) {
  pthread_t t, u;
  struct box* b = malloc(sizeof *b);
  pthread_mutex_init(&b->m, 0);
  b->value = __VERIFIER_nondet_int() & 7;
  pthread_create(&t, 0, user, b);
  pthread_create(&u, 0, user, b);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(b->value >= 2 && b->value <= 9);
  return 0;
}
""", 0, ["proved"])
expect("a compare-and-exchange loop", """static atomic_int top;
static void* add(void* p) {
  int old = atomic_load(&top);
  while (!atomic_compare_exchange_weak(&top, &old, old + 1)) {}
  return p;
}
int main(void) {
  pthread_t t, u;
  int start = __VERIFIER_nondet_int();
  __VERIFIER_assume(start >= 0 && start < 1000);
  atomic_store(&top, start);
  pthread_create(&t, 0, add, 0);
  pthread_create(&u, 0, add, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  assert(atomic_load(&top) >= 0);
  return 0;
}
""", 0, ["proved", "whatever the inputs"])
expect("an assumption after an operation that others have seen", "static atomic_int z;\n" + THREADS % (
    "z = 1; int n = __VERIFIER_nondet_int(); __VERIFIER_assume(n > 5); __VERIFIER_assume(n < 3);", "assert(z == 0);", ""), 1,
    ["assertion 'z == 0' failed"])
expect("a spin loop", THREADS % ("while (!x) {} y = 1;", "x = 1;", "assert(y == 1);"), 1, ["data race on x"])
expect("a spin loop without races", THREADS % ("while (!x) {} y = 1;", "x = 1;", "assert(y == 1);"), 0,
       ["data races were not looked for"], "--races=off")
expect("accesses that are possible at once, of different memory", """struct box { pthread_mutex_t m; int value; };
static struct box boxes[2] = {{PTHREAD_MUTEX_INITIALIZER, 0}, {PTHREAD_MUTEX_INITIALIZER, 0}};
static void* user(void* p) {
  struct box* b = &boxes[__VERIFIER_nondet_int() & 1];
  pthread_mutex_lock(&b->m);
  b->value++;
  pthread_mutex_unlock(&b->m);
  return p;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, user, 0);
  pthread_create(&u, 0, user, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
""", 0, ["proved"])

# Causality orders more than happens-before promises: the verdict must say that it is not covered.
AT_ONCE = "only those of accesses that are possible at once"
FLAG = """static atomic_int ready;
static int data;
static void* writer(void* p) {
  data = 1;
  atomic_store_explicit(&ready, 1, memory_order_%s);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  if (atomic_load(&ready)) data = 2;
  pthread_join(t, 0);
  return 0;
}
"""
expect("a race that only a weak memory order leaves", FLAG % "relaxed", 0, [AT_ONCE])
SIGNAL = """#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int data;
static void* writer(void* p) {
  %s
  return p;
}
int main(void) {
  struct timespec now = {0, 0};
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  pthread_mutex_lock(&m);
  const int result = pthread_cond_timedwait(&c, &m, &now);
  pthread_mutex_unlock(&m);
  if (result == 0) data = 2;
  pthread_join(t, 0);
  return 0;
}
"""
expect("a race that only a signal orders", SIGNAL % "data = 1; pthread_cond_signal(&c);", 0, [AT_ONCE])
for name, code in [("sequentially consistent", FLAG % "seq_cst"),
                   ("a signal with the lock", SIGNAL % "pthread_mutex_lock(&m); data = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);")]:
    done, _ = prove(code)
    if done.returncode != 0 or AT_ONCE in done.stdout:
        failures.append(f"{name}: exit status {done.returncode}, races of another kind:\n{done.stdout}")

# A budget; every order of these steps leaves another value.
STEPS = 12 * "pthread_mutex_lock(&m); x = 3 * x + %d; pthread_mutex_unlock(&m); "
expect("a budget", THREADS % (STEPS.replace("%d", "1"), STEPS.replace("%d", "2"), ""), 4,
       ["stopped by --max-seconds"], "--max-seconds=1")

expect("threads without a bound", THREADS.split("int main")[0] % ("x = 1;", "x = 2;") + "int main(void) { pthread_t t; while (__VERIFIER_nondet_int()) "
       "pthread_create(&t, 0, first, 0); return 0; }", 4, ["threads so far; give their number a small bound"], "--max-seconds=10", "--races=off")

for arguments, text in ([["prove"], "FILE is required"], [["prove", "missing.c"], "missing.c"], [["prove", "program.c", "--widen", "0"], "--widen"]):
    done = subprocess.run([SKEIN, *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 2 or text not in done.stderr:
        failures.append(f"{arguments}: exit status {done.returncode}: {done.stderr}")

for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
