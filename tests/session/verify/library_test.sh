#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The library of the ir machine: what it computes (by assertions that also hold natively), what threads can do with it,
# and what it finds wrong.
# shellcheck source=tests/session/verify/expect.sh
. "$SKEIN_SOURCE/tests/session/verify/expect.sh"

programs="$SKEIN_SOURCE/tests/session/verify/programs"
expect_verdict proved "proved: .*every run ends" <"$programs/library.c"
if ! clang-19 -w "$programs/library.c" -o native -lm || ! ./native >/dev/null 2>&1; then
  fail "library.c, natively"
fi
expect_verdict proved "proved: .*every run ends" <"$programs/scan.c"
if ! clang-19 -w "$programs/scan.c" -o native || ! ./native >/dev/null 2>&1; then
  fail "scan.c, natively"
fi
# Real numbers: the same bits as natively, also by the compiler's own forms of these functions.
if ! clang-19 -w "$programs/math.c" -o native -lm || ! sum=$(./native); then
  fail "math.c, natively"
fi
for flag in -O0 ${SKEIN_LONG:+-fno-builtin -fno-math-errno}; do
  expect_verdict proved "proved: .*every run ends" -D SUM="0x$sum" --cflags="$flag" <"$programs/math.c"
done
# A spinning thread rests.
expect_verdict proved "^proved" <<'END'
int main(void) {
  __builtin_ia32_pause();
  return 0;
}
END
# llvm.frexp and llvm.ldexp, which are not calls of C.
program=exponent.ll
expect_verdict proved "^proved" <<'END'
declare {double, i32} @llvm.frexp.f64.i32(double)
declare double @llvm.ldexp.f64.i32(double, i32)
declare float @llvm.ldexp.f32.i32(float, i32)
declare void @abort()
@v = global double 48.0
define i32 @main() {
  %x = load double, ptr @v
  %r = call {double, i32} @llvm.frexp.f64.i32(double %x)
  %f = extractvalue {double, i32} %r, 0
  %e = extractvalue {double, i32} %r, 1
  %y = call double @llvm.ldexp.f64.i32(double %f, i32 -2)
  %xf = fptrunc double %x to float
  %z = call float @llvm.ldexp.f32.i32(float %xf, i32 1)
  %a = fcmp oeq double %f, 7.5e-1
  %b = icmp eq i32 %e, 6
  %c = fcmp oeq double %y, 0.1875
  %d = fcmp oeq float %z, 96.0
  %ab = and i1 %a, %b
  %cd = and i1 %c, %d
  %ok = and i1 %ab, %cd
  br i1 %ok, label %good, label %bad
good:
  ret i32 0
bad:
  call void @abort()
  unreachable
}
END
program=program.c

# What sscanf writes to and reads from is checked, and shared memory is shared.
expect_verdict bug "writes out of bounds" <<'END'
#include <stdio.h>
int main(void) { char few[3]; return sscanf("four", "%s", few); }
END
expect_verdict bug "data race" <<'END'
#include <pthread.h>
#include <stdio.h>
static int x;
static void *f(void *p) { sscanf("1", "%d", &x); return p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  x = 2;
  pthread_join(t, 0);
}
END
# What is not supported has a name and a line.
expect_refusal() {
  printf '#include <stdio.h>\n#include <wchar.h>\nint main(void) { char text[9] = "1"; void* p;\n  %s; return text[0] == 9 && p; }\n' "$1" |
    expect_verdict error "program.c:4.*$2"
}
expect_refusal 'sscanf(text, "%p", &p)' 'sscanf with %p'
expect_refusal 'sscanf(text, "%ls", (wchar_t*)text)' 'wide characters'
expect_refusal 'sscanf(text, "%ms", (char**)&p)' 'sscanf with %m'
# shellcheck disable=SC2016 # a dollar of scanf's, not of the shell's
expect_refusal 'sscanf(text, "%1$d", (int*)text)' 'numbered arguments'
expect_refusal 'printf("%ls", L"a")' 'printf with %ls'
expect_refusal 'p = fopen("a", "r")' "the function 'fopen' is not known"

# Checks of memory come with it: a text without end, a buffer that is too small.
expect_verdict bug "reads out of bounds of 'text' at program.c:3" <<'END'
#include <string.h>
char text[3] = {'a', 'b', 'c'};
int main(void) { return (int)strlen(text); }
END
expect_verdict bug "writes out of bounds" <<'END'
#include <string.h>
int main(void) { char few[3]; strcpy(few, "four"); return few[0]; }
END
expect_verdict bug "out of bounds" <<'END'
int n = 3;
int main(void) { int few[n]; few[n] = 1; return few[0]; }
END
expect_verdict bug "reads memory that has been freed" <<'END'
#include <stdlib.h>
#include <string.h>
int main(void) { char *p = malloc(2), *q = p; p = realloc(p, 100); q[0] = q[0] + 1; free(p); }
END
expect_verdict bug "reallocates memory that has been freed" <<'END'
#include <stdlib.h>
int main(void) { char *p = malloc(2); free(p); p = realloc(p, 3); }
END
expect_verdict bug "never written" --uninitialised <<'END'
#include <stdlib.h>
int main(void) { int *p = malloc(8); p[0] = 1; return p[1]; }
END
expect_verdict proved "" --uninitialised <<'END'
#include <stdlib.h>
struct S { char c; int i; };
int main(void) { struct S *p = malloc(16), *q = calloc(1, 8); p->c = 1; p->i = 2; *q = *p; return q->i - 2; }
END
# Two copies at the same time are seen in pieces: x is half of the one, half of the other.
expect_verdict bug "assertion 'x.a == x.b'" <<'END'
#include <assert.h>
#include <pthread.h>
struct { int a, b; } x, one = {1, 1}, two = {2, 2};
static void *f(void *p) { x = one; return p; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  x = two;
  pthread_join(t, 0);
  assert(x.a == x.b);
}
END
# What is printed belongs to the witness.
expect_verdict bug "| hello 7" <<'END'
#include <assert.h>
#include <stdio.h>
int x = 7;
int main(void) { printf("hello %d\n", x); assert(x == 8); }
END

# Thread-local variables are each thread's own; so is errno.
expect_verdict proved "" <<'END'
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static _Thread_local int mine = 3;
static _Thread_local int list[2];
static void *f(void *p) {
  assert(mine == 3 && errno == 0);
  for (int i = 0; i < 3; i++) mine++;
  errno = EPERM;
  list[1] = mine;
  assert(list[1] == 6);
  return p;
}
int main(void) {
  pthread_t t[2];
  mine = 10;
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(mine == 10 && list[1] == 0 && errno == 0);
}
END
expect_verdict error "thread-local variable 'mine' is stored or given away" <<'END'
static _Thread_local int mine;
int *p;
int main(void) { p = &mine; }
END

# Keys: values are a thread's own, destructors run at its end, of main only if it calls pthread_exit.
expect_verdict proved "" <<'END'
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static pthread_key_t key, other;
static atomic_int ended;
static void end(void *p) { ended += *(int *)p; free(p); }
static void *f(void *p) {
  assert(pthread_getspecific(key) == 0);
  int *value = malloc(sizeof *value);
  *value = p ? 10 : 1;
  pthread_setspecific(key, value);
  assert(pthread_getspecific(key) == value);
  if (p) pthread_exit(0);
  return 0;
}
int main(void) {
  pthread_t a, b;
  assert(pthread_key_create(&key, end) == 0 && pthread_key_create(&other, free) == 0 && key != other);
  pthread_create(&a, 0, f, 0);
  pthread_create(&b, 0, f, &key);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(ended == 11);
}
END
# A destructor that is a function of the machine: what it frees cannot be freed again.
expect_verdict bug "frees memory that has been freed" <<'END'
#include <pthread.h>
#include <stdlib.h>
static pthread_key_t key;
static void *f(void *p) { pthread_setspecific(key, p); return 0; }
int main(void) {
  pthread_t t;
  void *p = malloc(4);
  pthread_key_create(&key, free);
  pthread_create(&t, 0, f, p);
  pthread_join(t, 0);
  free(p);
}
END

# C11 threads.
expect_verdict proved "" <<'END'
#include <assert.h>
#include <threads.h>
static mtx_t m;
static cnd_t c;
static once_flag once = ONCE_FLAG_INIT;
static tss_t key;
static int x, ready, inits;
static void init(void) { inits++; }
static int f(void *p) {
  call_once(&once, init);
  tss_set(key, p);
  mtx_lock(&m);
  x++;
  ready = 1;
  cnd_signal(&c);
  mtx_unlock(&m);
  return tss_get(key) == p ? -5 : 0;
}
int main(void) {
  thrd_t t;
  int result;
  assert(mtx_init(&m, mtx_plain) == thrd_success && cnd_init(&c) == thrd_success && tss_create(&key, 0) == 0);
  assert(thrd_create(&t, f, &x) == thrd_success);
  call_once(&once, init);
  mtx_lock(&m);
  while (!ready) cnd_wait(&c, &m);
  assert(mtx_unlock(&m) == thrd_success);
  assert(thrd_join(t, &result) == thrd_success && result == -5 && x == 1 && inits == 1);
  assert(mtx_trylock(&m) == thrd_success);
  mtx_destroy(&(mtx_t){0});
}
END

# A timed wait may time out, or not: both happen. Without a signal it does not deadlock.
expect_verdict bug "assertion 'result == 0'" <<'END'
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int main(void) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  t.tv_sec++;
  pthread_mutex_lock(&m);
  int result = pthread_cond_timedwait(&c, &m, &t);
  pthread_mutex_unlock(&m);
  assert(result == ETIMEDOUT);
  assert(result == 0);
}
END
timed() {
  cat <<END
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static sem_t s;
static struct timespec t;
static int woken;
static void *f(void *p) { $1; return p; }
int main(void) {
  pthread_t thread;
  sem_init(&s, 0, 0);
  pthread_create(&thread, 0, f, 0);
  $2;
  pthread_join(thread, 0);
}
END
}
lock_and_signal="pthread_mutex_lock(&m); woken = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m)"
wait="pthread_mutex_lock(&m); int r = woken ? 0 : pthread_cond_timedwait(&c, &m, &t); pthread_mutex_unlock(&m)"
timed "$lock_and_signal" "$wait; assert(r == 0 || r == ETIMEDOUT)" | expect_verdict proved ""
timed "$lock_and_signal" "$wait; assert(r == 0)" | expect_verdict bug "r == 0"
timed "$lock_and_signal" "$wait; assert(r != 0)" | expect_verdict bug "r != 0"
timed "sem_post(&s)" "assert(sem_timedwait(&s, &t) == 0)" | expect_verdict bug "assertion"
timed "sem_post(&s)" "assert(sem_timedwait(&s, &t) == 0 || errno == ETIMEDOUT)" | expect_verdict proved ""
timed "sem_post(&s)" "assert(sem_trywait(&s) == 0 || errno == EAGAIN)" | expect_verdict proved ""
timed "pthread_mutex_lock(&m); pthread_mutex_unlock(&m)" \
  "int r = pthread_mutex_timedlock(&m, &t); assert(r == 0 || r == ETIMEDOUT); if (!r) pthread_mutex_unlock(&m)" |
  expect_verdict proved ""
timed "pthread_mutex_lock(&m); pthread_mutex_unlock(&m)" "assert(pthread_mutex_timedlock(&m, &t) == 0)" |
  expect_verdict bug "assertion"
timed "pthread_rwlock_wrlock(&rw); pthread_rwlock_unlock(&rw)" \
  "int r = pthread_rwlock_timedrdlock(&rw, &t); assert(r == 0 || r == ETIMEDOUT); if (!r) pthread_rwlock_unlock(&rw)" |
  expect_verdict proved ""
timed "pthread_rwlock_rdlock(&rw); pthread_rwlock_unlock(&rw)" "assert(pthread_rwlock_trywrlock(&rw) == 0)" |
  expect_verdict bug "assertion"
timed "pthread_rwlock_rdlock(&rw); pthread_rwlock_unlock(&rw)" "assert(pthread_rwlock_tryrdlock(&rw) == 0)" |
  expect_verdict proved ""

# Kinds of mutexes.
expect_verdict proved "" <<'END'
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t m;
static pthread_spinlock_t spin;
int main(void) {
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&m, &a);
  assert(pthread_mutex_lock(&m) == 0 && pthread_mutex_lock(&m) == 0);
  assert(pthread_mutex_unlock(&m) == 0 && pthread_mutex_unlock(&m) == 0);
  pthread_mutex_destroy(&m);
  pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&m, &a);
  assert(pthread_mutex_unlock(&m) == EPERM && pthread_mutex_lock(&m) == 0 && pthread_mutex_lock(&m) == EDEADLK);
  assert(pthread_mutex_trylock(&m) == EBUSY && pthread_mutex_unlock(&m) == 0);
  pthread_spin_init(&spin, 0);
  assert(pthread_spin_trylock(&spin) == 0 && pthread_spin_trylock(&spin) == EBUSY && pthread_spin_unlock(&spin) == 0);
}
END

# A thread that is created detached cannot be joined.
expect_verdict bug "joins a detached thread" <<'END'
#include <pthread.h>
static void *f(void *p) { return p; }
int main(void) {
  pthread_attr_t a;
  pthread_t t;
  pthread_attr_init(&a);
  pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
  pthread_create(&t, &a, f, 0);
  pthread_join(t, 0);
}
END

# Destructors of the program come after what atexit was given, those with a priority last; not after _exit.
for how in "return 0" "exit(0)"; do
  expect_verdict bug "| handler, usual, late" <<END
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
__attribute__((destructor(201))) static void late(void) { printf("late\\n"); assert(0); }
__attribute__((destructor)) static void usual(void) { printf("usual, "); }
static void handler(void) { printf("handler, "); }
int main(void) { atexit(handler); $how; }
END
done
expect_verdict proved "" <<'END'
#include <assert.h>
#include <unistd.h>
__attribute__((destructor)) static void never(void) { assert(0); }
int main(void) { _exit(0); }
END
# atexit: in reverse order, after main's return or exit, not after _exit.
for how in "return 0" "exit(3)"; do
  expect_verdict bug 'seen: 21' <<END
#include <assert.h>
#include <stdlib.h>
static int order;
static void first(void) { assert(order == 0); order = 2; }
static void one(void) { order = 10 * order + 1; assert(order == 21); assert(!"seen: 21"); }
int main(void) { atexit(one); atexit(first); $how; }
END
done
expect_verdict proved "" <<'END'
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>
static void never(void) { assert(0); }
int main(void) { atexit(never); _exit(0); }
END
expect_verdict bug "abort called" <<'END'
#include <stdlib.h>
int main(void) { abort(); }
END

# math.h, for double and float.
expect_verdict proved "^proved" <<'END'
#include <assert.h>
#include <math.h>
double one = 1, zero;
float half = 0.5f;
int main(void) {
  assert(fabs(4 * atan(one) - 3.14159265358979) < 1e-12 && fabs(atan2(one, one) - atan(one)) < 1e-15);
  assert(acos(one) == 0 && asin(zero) == 0 && cosh(zero) == 1 && sinh(zero) == 0 && tanh(zero) == 0);
  assert(hypot(3 * one, 4 * one) == 5 && fabs(cbrt(27 * one) - 3) < 1e-12 && exp2(3 * one) == 8 && log1p(zero) == 0 && expm1(zero) == 0);
  assert(fdim(3 * one, 5 * one) == 0 && copysign(one, -one) == -1 && fma(2 * one, 3 * one, one) == 7 && remainder(5 * one, 3 * one) == -1);
  assert(rint(2.5 * one) == 2 && nearbyint(3.5 * one) == 4 && sqrtf(half * half) == half && fmaxf(half, 2) == 2 && floorf(half) == 0);
}
END

# An unknown pointer: null, or one that points to nothing.
expect_verdict bug "reads through a wild pointer" <<'END'
void* __VERIFIER_nondet_pointer(void);
int main(void) { int* p = __VERIFIER_nondet_pointer(); return p ? *p : 0; }
END
expect_verdict proved "^proved" <<'END'
void* __VERIFIER_nondet_pointer(void);
int x;
int main(void) { int* p = __VERIFIER_nondet_pointer(); if (p) p = &x; return p ? *p : 0; }
END

finish
