#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# States in which libraries that skein has not compiled leave things: locks that their constructors
# used before the runtime was there, words on the stacks of fibers, and flags that they wait for.
# shellcheck source-path=SCRIPTDIR
. "$SKEIN_SOURCE/tests/cli/common.sh"

# libc marks a lock that was held for writing, and the mark must not count as a reader.
cat > used.c << 'END'
#include <pthread.h>
pthread_rwlock_t used = PTHREAD_RWLOCK_INITIALIZER;
__attribute__((constructor)) static void use(void) {
  pthread_rwlock_wrlock(&used);
  pthread_rwlock_unlock(&used);
  if (KEEP) pthread_rwlock_rdlock(&used);
}
END
cat > user.c << 'END'
#include <assert.h>
#include <pthread.h>
extern pthread_rwlock_t used;
static int x;
static void* add(void* p) {
  pthread_rwlock_wrlock(&used);
  ++x;
  pthread_rwlock_unlock(&used);
  return p;
}
int main(void) {
  pthread_t t;
  assert(pthread_rwlock_tryrdlock(&used) == 0 && pthread_rwlock_tryrdlock(&used) == 0);
  pthread_rwlock_unlock(&used);
  pthread_rwlock_unlock(&used);
  pthread_create(&t, 0, add, 0);
  add(0);
  pthread_join(t, 0);
  assert(x == 2);
}
END
for keep in 0 1; do
  gcc -shared -fPIC -D KEEP=$keep used.c -o libused.so || fail "no library"
  "$SKEIN" cc user.c -pthread -L. -lused -Wl,-rpath,"$PWD" -o user || fail "no program"
  if [ $keep = 0 ]; then
    expect 0 'clean: all executions explored \(2\)' "$SKEIN" check ./user # two orders of the additions
  else
    expect 1 '^bug' "$SKEIN" check ./user --json report.json # the constructor holds it for reading
    json report.json '{f["kind"] for f in r["findings"]} == {"deadlock"}'
  fi
done

# An atomic word on the stack of a fiber that is switched to: its page cannot be closed.
cat > add.c << 'END'
int add(int* p) { return __atomic_fetch_add(p, 1, __ATOMIC_SEQ_CST); }
END
cat > fibers.c << 'END'
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <ucontext.h>
int add(int* p);
static ucontext_t outside, inside;
static int* shared;
static void fiber(void) {
  int word = 0;
  shared = &word;
  while (1) {
    add(&word);
    swapcontext(&inside, &outside);
  }
}
static void* other(void* p) { add(shared); return p; }
int main(void) {
  getcontext(&inside);
  inside.uc_stack.ss_sp = malloc(65536);
  inside.uc_stack.ss_size = 65536;
  makecontext(&inside, fiber, 0);
  swapcontext(&outside, &inside);
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  add(shared);
  swapcontext(&outside, &inside);
  pthread_join(t, 0);
  assert(*shared == EXPECTED);
}
END
gcc -shared -fPIC add.c -o libadd.so
for expected in 4 5; do
  gcc -D EXPECTED=$expected fibers.c -pthread -L. -ladd -Wl,-rpath,"$PWD" -o fibers
  if [ $expected = 4 ]; then
    expect 4 'incomplete: no bug.*plain accesses could not be watched' "$SKEIN" check ./fibers
  else
    expect 1 '^bug' "$SKEIN" check ./fibers
  fi
done
# A loop of a library waits for a flag that only the library reads and writes: nothing of that is
# seen, so it is not a livelock. Nor is a loop of the program that asks a library.
cat > flag.c << 'END'
#include <sched.h>
static volatile int flag;
int is_set(void) { return flag; }
void set(void) { flag = 1; }
void wait_for_flag(void) { while (!flag) sched_yield(); }
END
cat > waits.c << 'END'
#include <pthread.h>
#include <sched.h>
int is_set(void);
void set(void);
void wait_for_flag(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* work(void* p) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  set();
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  if (ASKS) {
    while (!is_set()) sched_yield();
  } else {
    wait_for_flag();
  }
  pthread_join(t, 0);
}
END
gcc -O1 -shared -fPIC flag.c -o libflag.so || fail "no library"
for asks in 0 1; do
  for level in -O0 -O2; do
    expect 0 '^clean: .*data races inside of libflag.so were not looked for' \
      "$SKEIN" check waits.c -D ASKS=$asks --cflags "$level $PWD/libflag.so -Wl,-rpath,$PWD"
  done
done

finish
