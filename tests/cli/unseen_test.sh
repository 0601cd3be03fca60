#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Synchronisation that skein neither compiled nor carries out as steps (tests/runtime/foreign): exit
# status 0 only if none was executed while several threads lived.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

# shellcheck disable=SC2317 # called by expect
check() { "$SKEIN" check -q --json report.json "$@"; }

cat > plain.h <<'END'
#pragma once
void plain_add(int* p);
void plain_odd(int* p);
void plain_lock(int* p);
void plain_unlock(int* p);
void plain_futex(int* p);
int plain_pid(void);
END
cat > plain.c <<'END'
#include <linux/futex.h>
#include <sys/syscall.h>
#include "plain.h"
void plain_add(int* p) { __atomic_fetch_add(p, 1, __ATOMIC_SEQ_CST); }
// No compiler makes this one of C, and skein does not carry it out.
void plain_odd(int* p) { __asm__ volatile("lock; negl %0" : "+m"(*p) : : "memory", "cc"); }
void plain_lock(int* p) { while (__atomic_exchange_n(p, 1, __ATOMIC_ACQUIRE)) { } }
void plain_unlock(int* p) { __atomic_store_n(p, 0, __ATOMIC_RELEASE); }
static long call(long number, void* a, long b, long c) {
  long result;
  __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
  return result;
}
void plain_futex(int* p) { call(SYS_futex, p, FUTEX_WAKE, 1); }
int plain_pid(void) { return (int)call(SYS_getpid, 0, 0, 0); }
END
gcc -O1 -fPIC -shared plain.c -o libplain.so.1
gcc -O1 -c plain.c -o plain.o && ar rcs libstatic.a plain.o
shared="-I. $PWD/libplain.so.1 -Wl,-rpath,$PWD"

# program ALONE THREAD AFTER: what main does before it starts two threads, what these do, and what
# main does when they have ended.
program() {
  cat > program.c <<END
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
#include "plain.h"
static int x, word;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* t(void* p) { $2; return p; }
int main(void) {
  pthread_t a, b;
  $1;
  pthread_create(&a, 0, t, 0);
  pthread_create(&b, 0, t, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  $3;
  (void)x; (void)word; (void)m;
}
END
}
unseen='threads executed atomic operations that skein did not see: '

# A library, shared or static: named, with the function.
program '' 'plain_odd(&word)' 'assert(word == 0)'
expect 4 "^incomplete: .*${unseen}plain_odd in libplain.so.1 .*--trust-unseen=libplain.so.1" check program.c --cflags "$shared"
json report.json 'r["unseen"] == [{"library": "libplain.so.1", "function": "plain_odd", "count": 1}]'
json report.json 'len(r["gaps"]) == 1 and r["reservations"] == []'
expect 4 "${unseen}plain_odd in program" check program.c --cflags "-I. -Wl,--whole-archive libstatic.a -Wl,--no-whole-archive"
expect 4 "${unseen}plain_odd in libplain.so.1" check program.c --cflags "$shared" --reset=fork
for compiler in gcc clang-19; do
  expect 4 "${unseen}plain_odd in libplain.so.1" check program.c --cflags "$shared" --compiler $compiler
done
# Who trusts it gets the verdict, with that said.
for name in libplain.so.1 libplain all libother,libplain; do
  expect 0 '^clean: .*; trusting atomic operations that were not seen: plain_odd in libplain.so.1' \
    check program.c --cflags "$shared" --trust-unseen=$name
done
json report.json 'len(r["unseen"]) == 1 and r["gaps"] == [] and len(r["reservations"]) == 1'
expect 4 "$unseen" check program.c --cflags "$shared" --trust-unseen=libother

# With one thread alive it is harmless: before, after. And that must not hide it later.
program 'plain_add(&word); plain_lock(&x); plain_unlock(&x)' 'pthread_mutex_lock(&m); ++word; pthread_mutex_unlock(&m)' 'plain_add(&word); assert(word == 4)'
expect 0 '^clean: all executions explored \(2\)' check program.c --cflags "$shared"
json report.json 'r["unseen"] == []'
program 'plain_odd(&word)' 'plain_odd(&word)' 'plain_odd(&word); assert(word == 0)'
expect 4 "${unseen}plain_odd" check program.c --cflags "$shared"
expect 4 "${unseen}plain_odd" check program.c --cflags "$shared" --reset=fork

# Inline assembly inside of what skein cc compiled; its own atomics are seen.
program '' '__asm__ volatile("lock; incl %0" : "+m"(word) : : "memory")' 'assert(word == 2)'
expect 4 "${unseen}t in program" check program.c --cflags "$shared"
program '' '__asm__ volatile("xchgl %0, %1" : "+m"(word), "=r"(x) : : "memory")' ''
expect 4 "${unseen}t in program" check program.c --cflags "$shared"
program '' 'atomic_fetch_add((_Atomic int*)&word, 1)' 'assert(word == 2)'
expect 0 '^clean' check program.c --cflags "$shared"
expect 0 '^clean' check program.c --cflags "$shared -O2"

# Raw system calls: a futex is a step, others are not, and do what they did.
program '' 'plain_futex(&word)' ''
expect 0 '^clean: all executions explored \([12]\)' check program.c --cflags "$shared"
program '' 'for (int i = 0; i < 3; ++i) assert(plain_pid() == getpid())' 'assert(plain_pid() == getpid())'
expect 0 '^clean' check program.c --cflags "$shared"

# An access that an unseen lock may guard is not a race; a bug that shows again is one.
program '' 'plain_odd(&word); ++x' ''
expect 4 'plain_odd in libplain.so.1 .*findings? \(see the warnings\)' check program.c --cflags "$shared"
json report.json 'r["findings"] == [] and any("data race on x" in w for w in r["warnings"])'
expect 1 '^bug: ' check program.c --cflags "$shared" --trust-unseen=all
json report.json 'any(f["kind"] == "race" for f in r["findings"])'
program '' 'plain_odd(&word); pthread_mutex_lock(&m); ++x; assert(x < 2); pthread_mutex_unlock(&m)' ''
expect 1 "^bug: 1 bug found .*not everything was explored: $unseen" check program.c --cflags "$shared"
# What is seen of a library is not unseen.
program '' 'plain_lock(&word); ++x; plain_unlock(&word)' 'plain_add(&x); assert(x == 3)'
expect 0 '^clean: all executions explored' check program.c --cflags "$shared"
json report.json 'r["unseen"] == []'

# A library that is loaded in a run has not been looked at.
cat > late.c <<END
#include <assert.h>
#include <dlfcn.h>
int main(void) { void* l = dlopen("$PWD/libplain.so.1", RTLD_NOW); assert(l); }
END
expect 4 'libplain.so.1 was loaded in a run and not looked at' check late.c
expect 0 'libplain.so.1 was loaded in a run and not looked at' check late.c --trust-unseen=all

# The loader's lists cannot be put back: the next run has a new process.
cat > late.c <<END
#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* t(void* p) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return p; }
int main(void) {
  void* l = dlopen("$PWD/libplain.so.1", RTLD_NOW | RTLD_GLOBAL);
  assert(l && dlsym(RTLD_DEFAULT, "plain_add") && !dlsym(RTLD_DEFAULT, "nothing"));
  pthread_t a[3];
  for (int i = 0; i < 3; ++i) pthread_create(&a[i], 0, t, 0);
  for (int i = 0; i < 3; ++i) pthread_join(a[i], 0);
}
END
expect 0 '^clean: all executions explored \(6\)' check late.c --trust-unseen=all

# A plain program: clean, with a reservation, if its synchronisation is that of libraries alone.
program '' 'pthread_mutex_lock(&m); ++word; pthread_mutex_unlock(&m)' 'assert(word == 2)'
gcc -I. program.c plain.c -o plain-mutex
expect 0 '^clean: .*not built by skein cc' check ./plain-mutex
program '' 'plain_add(&word)' 'assert(word == 2)'
gcc -I. program.c plain.c -o plain-atomic
expect 0 '^clean: all executions explored \(2\), no bug; not built by skein cc' check ./plain-atomic

# What an interrupted exploration has seen is known to the one that goes on.
program '' 'plain_odd(&word); pthread_mutex_lock(&m); pthread_mutex_unlock(&m)' ''
"$SKEIN" cc -I. program.c "$PWD/libplain.so.1" "-Wl,-rpath,$PWD" -o resumed
expect 4 'stopped by --max-runs 1' check ./resumed --checkpoint saved --max-runs 1
expect 4 "${unseen}plain_odd" check ./resumed --resume saved

# The number of cores is the machine's, wherever skein lets the program run.
cat > cores.c <<'END'
#define _GNU_SOURCE
#include <assert.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/sysinfo.h>
#include <unistd.h>
int main(int argc, char** argv) {
  cpu_set_t set;
  assert(sched_getaffinity(0, sizeof set, &set) == 0);
  assert(argc == 2 && CPU_COUNT(&set) == atoi(argv[1]));
  assert(get_nprocs() == atoi(argv[1]) && sysconf(_SC_NPROCESSORS_ONLN) == atoi(argv[1]));
  CPU_ZERO(&set);
  CPU_SET(0, &set);
  assert(sched_setaffinity(0, sizeof set, &set) == 0 && sched_getcpu() == 0);
}
END
expect 0 '^clean' check cores.c --core 0 -- "$(getconf _NPROCESSORS_CONF)"

# Inline assembly in headers, in several files of a program: the linker keeps one copy of a function, with its marks.
cat > moves.hpp <<'END'
#pragma once
inline int load(const int* p) { int v; __asm__ volatile("movl %1, %0" : "=r"(v) : "m"(*p) : "memory"); return v; }
END
printf '#include "moves.hpp"\nint other(int* p) { return load(p); }\n' > other.cpp
printf '#include "moves.hpp"\n#include <thread>\nint other(int*);\nint x;\nint main() { std::thread t([] { load(&x); }); other(&x); t.join(); }\n' > several.cpp
for compiler in g++ clang++; do
  expect 4 "did not see: load in" check several.cpp other.cpp --compiler "$compiler"
  expect 4 "did not see: load in" check several.cpp other.cpp --compiler "$compiler" \
    --cflags="-fno-inline -ffunction-sections -Wl,--gc-sections -pipe"
done

finish
