#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Options that only real programs have, and what the report says about them.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

# shellcheck disable=SC2317 # called by expect
check() { "$SKEIN" check "$@"; }

# Descriptors: what a run opened is closed, what it closed is open again, offsets are back.
cat > files.c <<'END_C'
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char line[64];
static void* worker(void* p) {
  pthread_mutex_lock(&m);
  int fd = open("data.txt", O_RDONLY);
  char c;
  assert(fd >= 0 && fd < 16);  // never closed: over 6 runs the numbers would grow by 24
  assert(read(fd, &c, 1) == 1 && c == 'h');
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t t[3];
  assert(fgets(line, sizeof line, stdin) != NULL && strcmp(line, "first\n") == 0);
  close(0);
  FILE* file = fopen("data.txt", "r");
  assert(file != NULL && fgetc(file) == 'h');
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, worker, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
END_C
echo hello > data.txt
printf 'first\nsecond\n' > input
expect 0 '^clean: all executions explored \(6\)' check files.c -q < input
expect 0 '^clean: all executions explored \(6\)' check files.c -q --reset=fork < input
expect 2 'neither memory nor fork' check files.c --reset=magic

# What only a new process wipes out: here, a mapping at a fixed place.
cat > mapping.c <<'END_C'
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* worker(void* p) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  void* at = mmap((void*)0x200000000, 4096, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  assert(at == (void*)0x200000000);
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
END_C
expect 0 '^clean: all executions explored \(2\)' check mapping.c -q --reduce=outcome --reset=fork
cat > crash.c <<'END_C'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* worker(void* p) {
  pthread_mutex_lock(&m);
  for (;;) {
  }
  return p;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  pthread_join(a, 0);
}
END_C
expect 1 '^bug' check crash.c -q --reset=fork --max-step-seconds 0.1 --witness-seconds 0.1

# Unknown inputs.
cat > input.c <<'END_C'
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  assert(__VERIFIER_nondet_int() != 3);
  return 0;
}
END_C
expect 2 'input.c:4: .*__VERIFIER_nondet_int.*--nondet=0..9.*prove' check input.c -q
expect 1 '^bug: 1 bug found; all executions explored \(5\)' check input.c -q --nondet=0..4
expect 0 '^clean: all executions explored \(5\)' check input.c -q --nondet=-2..2
expect 2 'is not a range' check input.c -q --nondet=5,
expect 2 'is not a range' check input.c -q --nondet=3..1

# Spurious wake-ups: the wait that is not in a loop.
cat > wait.c <<'END_C'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static void* worker(void* p) {
  pthread_mutex_lock(&m);
  AGAIN(!ready) pthread_cond_wait(&c, &m);
  assert(ready);
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(a, 0);
  return 0;
}
END_C
expect 0 '^clean.*; without spurious wake-ups\.$' check wait.c -q -D AGAIN=if
expect 1 '^bug' check wait.c -q -D AGAIN=if --spurious-wakeups
expect 0 '^clean.*no bug\.$' check wait.c -q -D AGAIN=while --spurious-wakeups

# Weak memory is not explored: the verdict on a program that asks for it says so, by the order of the operation that was executed.
cat > weak.c <<'END_C'
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void* worker(void* p) {
  int expected = 1;
  OPERATION;
  return p;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  x = 2;
  pthread_join(a, 0);
  return 0;
}
END_C
for compiler in gcc clang-19; do
  for operation in 'atomic_load_explicit(&x, memory_order_acquire)' 'atomic_store_explicit(&x, 1, memory_order_relaxed)' \
    'atomic_fetch_add_explicit(&x, 1, memory_order_acq_rel)' \
    'atomic_compare_exchange_strong_explicit(&x, &expected, 2, memory_order_seq_cst, memory_order_relaxed)'; do
    expect 0 '^clean.*; under sequential consistency\.$' check weak.c -q --compiler $compiler -D "OPERATION=$operation"
  done
  expect 0 '^clean.*no bug\.$' check weak.c -q --compiler $compiler -D 'OPERATION=atomic_fetch_add(&x, expected)'
done

# A mutex that is never given back: no bug, but a warning.
cat > leak.c <<'END_C'
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* worker(void* p) {
  pthread_mutex_lock(&m);
  return p;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, worker, 0);
  pthread_join(a, 0);
  return 0;
}
END_C
expect 0 '^clean: all executions explored' check leak.c --json leak.json  # the verdict is last
"$SKEIN" check leak.c 2>&1 | grep -q 'warning: worker(1) ended while it held the mutex m' ||
  fail "the warning is not printed"
json leak.json "r['verdict'] == 'clean' and len(r['warnings']) == 1"

# What was printed before the end is shown, line or no line.
cat > prints.c <<'END_C'
#include <assert.h>
#include <stdio.h>
int main(void) {
  printf("before the end\nand some more");
  assert(!"here");
}
END_C
"$SKEIN" check prints.c > prints.out
grep -q '| before the end' prints.out || fail "output of the bug's run"
grep -q '| and some more' prints.out || fail "the rest of the output"

# Every finding was seen twice, the second time in a new process; also where threads make threads, so
# that numbers depend on the order in which they were made.
cat > nested.c <<'END_C'
#include <pthread.h>
#include <skein/skein.h>
#include <stdatomic.h>
static atomic_int x;
static void* leaf(void* p) {
  x = x + 1;
  return p;
}
static void* node(void* p) {
  pthread_t t;
  pthread_create(&t, 0, leaf, 0);
  pthread_join(t, 0);
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, node, 0);
  pthread_create(&b, 0, node, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  skein_assert(x == 2);
}
END_C
expect 1 '^bug' check nested.c -q --json nested.json
json nested.json "all(f['repeated'] for f in r['findings']) and r['findings']"

# Hidden states of the library are operations: both orders of two uses are explored.
cat > strtok.c <<'END_C'
#include <pthread.h>
#include <string.h>
static void* worker(void* p) {
  char text[] = "a b";
  strtok(text, " ");
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
END_C
expect 0 'explored \(2\)' check strtok.c -q
# One thread goes on in the other's text: accesses to the texts become steps between strtok's look at
# its state and the change of it. All explorers see the same executions.
cat > tokens.c <<'END_C'
#include <assert.h>
#include <pthread.h>
#include <string.h>
static void* worker(void* p) {
  char text[] = "a,b";
  int n = 0;
  for (char* token = strtok(text, ","); token != 0; token = strtok(0, ",")) ++n;
  assert(n == 2);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
}
END_C
for explorer in qpor source; do
  expect 1 'all executions explored' check tokens.c -q -e $explorer --json "tokens-$explorer.json"
done
json tokens-qpor.json "r['executions'] == __import__('json').load(open('tokens-source.json'))['executions']"

# Refused by name and line.
refused() {
  printf '#define _GNU_SOURCE\n#include <fcntl.h>\n#include <pthread.h>\n#include <semaphore.h>\n#include <setjmp.h>\n#include <signal.h>\n#include <stdlib.h>\n#include <unistd.h>\n%s\nint main(void) {\n  %s\n  return 0;\n}\n' "$3" "$2" > refused.c
  expect 2 "refused.c:11: the program uses $1" check refused.c -q
}
refused 'sem_open' 'return sem_open("/x", O_CREAT, 0600, 1) == 0;' ''
refused 'fork' 'return (int)fork();' ''
refused 'execve' 'return execve("/bin/true", 0, 0);' ''
refused 'system' 'return system("true");' ''
refused 'kill of another process' 'return kill(1, SIGUSR1);' ''
refused 'a signal to another thread that neither blocks it nor waits for it' \
  'pthread_t t; signal(SIGUSR1, h); pthread_create(&t, 0, f, 0); pthread_kill(t, SIGUSR1);' \
  'static void h(int n) { (void)n; } static void* f(void* p) { return p; }'
refused 'a real-time signal that is pending already' \
  'sighold(SIGRTMIN); raise(SIGRTMIN); raise(SIGRTMIN);' ''
refused 'sigqueue' 'union sigval v = {0}; return sigqueue(getpid(), SIGUSR1, v);' ''
refused 'killpg' 'return killpg(0, SIGUSR1);' ''
refused 'signals by syscall' 'return (int)syscall(SYS_pause);' '#include <sys/syscall.h>'
refused 'a jump out of a signal handler' \
  'signal(SIGUSR1, h); if (setjmp(to) == 0) raise(SIGUSR1); raise(SIGUSR1);' \
  'static jmp_buf to; static void h(int n) { (void)n; longjmp(to, 1); }'
refused 'pthread_cancel' 'return pthread_cancel(pthread_self());' ''
refused 'a timer of the time that the program computes' 'struct itimerval t = {0}; return setitimer(ITIMER_PROF, &t, 0);' '#include <sys/time.h>'
refused 'a timer that starts threads again and again' \
  'struct sigevent e = {.sigev_notify = SIGEV_THREAD}; struct itimerspec s = {{1, 0}, {1, 0}}; timer_t t; timer_create(CLOCK_MONOTONIC, &e, &t); timer_settime(t, 0, &s, 0);' \
  '#include <time.h>'
refused 'a timer that sends a signal which several threads do not block' \
  'pthread_t t; signal(SIGALRM, h); pthread_create(&t, 0, f, 0); alarm(1); pthread_join(t, 0);' \
  'static void h(int n) { (void)n; } static void* f(void* p) { return p; }'
refused 'sigpending while a signal may come by itself' 'sigset_t s; alarm(1); return sigpending(&s);' ''
refused 'fdopen of a pipe' 'int p[2]; return pipe(p) || !fdopen(p[0], "r");' ''
refused 'aio_read' 'struct aiocb c = {0}; return aio_read(&c);' '#include <aio.h>'
refused 'a robust mutex' \
  'pthread_mutexattr_init(&a); pthread_mutexattr_setrobust(&a, 1); pthread_mutex_init(&m, &a); pthread_mutex_lock(&m);' \
  'pthread_mutexattr_t a; pthread_mutex_t m;'
refused 'a readers-writer lock that prefers writers' \
  'pthread_rwlockattr_init(&a); pthread_rwlockattr_setkind_np(&a, 2); pthread_rwlock_init(&l, &a); pthread_rwlock_rdlock(&l);' \
  'pthread_rwlockattr_t a; pthread_rwlock_t l;'
refused 'a readers-writer lock that prefers writers' 'pthread_rwlock_tryrdlock(&l);' \
  'pthread_rwlock_t l = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;'
# Not a null pointer, which the program may take for a shortage of memory.
refused 'an allocation beyond --max-heap' 'char* volatile p = malloc(3UL << 30); return p == 0;' ''
expect 0 '^clean' check refused.c -q --max-heap 4096

# Signals from outside: which, once each, and the verdict names them.
printf '#include <signal.h>\nint main(void) { signal(SIGINT, SIG_IGN); int n; sigset_t s; sigemptyset(&s); sigaddset(&s, SIGTERM); sigprocmask(SIG_BLOCK, &s, 0); return sigwait(&s, &n); }\n' > signals.c
expect 1 'without signals from outside' check signals.c -q
expect 0 '^clean.*; with TERM,SIGINT from outside once each at most\.$' check signals.c -q --signals=TERM,SIGINT
expect 2 "'KILL' is not a signal that can come from outside" check signals.c -q --signals=KILL

SKEIN_RUNTIME=/no/such/file expect 2 "SKEIN_RUNTIME: there is no file '/no/such/file'" check leak.c -q
# A program that fails without a bug: said with the verdict, since nothing may have been checked.
cat > status.c <<'END_C'
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int x;
static void* setter(void* p) {
  atomic_store(&x, 1);
  return p;
}
int main(int argc, char** argv) {
  pthread_t t;
  if (argc < 2) return 2;
  pthread_create(&t, 0, setter, 0);
  int seen = atomic_load(&x);
  pthread_join(t, 0);
  if (atoi(argv[1]) == 1 && seen == 0) exit(7);
  return 0;
}
END_C
expect 0 '^clean: .*no bug.*; every execution ended with exit status 2' check status.c --json status.json
json status.json "'every execution ended with exit status 2' in r['reservations']"
expect 0 '^clean: .*\(2\), no bug.*; 1 of 2 executions ended with exit status 7' check status.c -- 1
expect 0 '^clean: .*\(2\), no bug\.$' check status.c -- 0
expect 1 '^bug: 1 bug found' check status.c --fail-on-exit

# C++ sources are C++20, unless they ask for something else.
cat > standard.cpp <<'END'
int main() {
  volatile int old = 0;
  old++;
  return __cplusplus >= 202002L ? 0 : 1;
}
END
for compiler in g++ clang++-19; do
  expect 0 '^clean: .*no bug\.$' check standard.cpp --compiler $compiler
  check standard.cpp -q --compiler $compiler 2>&1 | grep -q warning && fail "$compiler warns about standard.cpp"
  expect 0 'ended with exit status 1' check standard.cpp --compiler $compiler --cflags=-std=c++17
done

finish
