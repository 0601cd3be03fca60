#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# skein replay --valgrind, with the real valgrind, which is installed if it is missing.
# shellcheck source=tests/cli/common.sh
. "$(dirname "$0")/common.sh"

expect 2 'do not go together' "$SKEIN" replay x.skein --schedule 0 --gdb --valgrind
cat > crossed.skein <<'END'
mutex a, b
thread t { lock a lock b unlock b unlock a }
thread main { create t() lock b lock a unlock a unlock b }
END
expect 2 'valgrind is for C and C\+\+ programs' "$SKEIN" replay crossed.skein --schedule '0*3,1*2' --valgrind
if ! command -v valgrind > /dev/null && [ "$(id -u)" = 0 ]; then
  apt-get install -y -q --no-install-recommends valgrind > apt.out 2>&1
fi
if ! command -v valgrind > /dev/null; then
  echo "skipped: no valgrind, and it cannot be installed: $(tail -n 1 apt.out 2> /dev/null)"
  [ "$failures" -eq 0 ] && exit 77
  finish
fi

# In one order of the two threads the block is used after it was freed; the atomics make a schedule
# with several switches necessary to get there.
cat > late.c <<'END_C'
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
atomic_int x;
int* p;
void* giver(void* a) {
  atomic_load(&x);
  free(p);
  atomic_store(&x, 1);
  return a;
}
void* user(void* a) {
  atomic_load(&x);
  *p = 1;
  atomic_store(&x, 2);
  return a;
}
int main(void) {
  p = malloc(40);
  pthread_t g, u;
  pthread_create(&g, 0, giver, 0);
  pthread_create(&u, 0, user, 0);
  pthread_join(g, 0);
  pthread_join(u, 0);
}
END_C
"$SKEIN" check late.c --races off --traces late > check.out 2>&1
timeout 600 "$SKEIN" replay late/late-1.skein-trace --valgrind > valgrind.out 2>&1
[ $? -eq 1 ] || fail "exit status: $(cat valgrind.out)"
said() {
  grep -Eq -- "$1" valgrind.out || fail "valgrind did not say $1: $(cat valgrind.out)"
}
said 'Invalid write of size 4'
said 'at .*: user \(late\.c:14\)'
said "0 bytes inside a block of size 40 free'd"
said 'by .*: giver \(late\.c:8\)'
said '^replay: valgrind found errors in this schedule'
# Nothing but what the program did: one error.
[ "$(grep -c 'Invalid\|uninitialised\|unhandled\|Warning' valgrind.out)" -eq 1 ] || fail "noise: $(cat valgrind.out)"

# A bug that has nothing to do with memory: the schedule is followed, and nothing is said. C++, exceptions,
# thread_local and condition variables work.
cat > order.cpp <<'END_CPP'
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <thread>
std::mutex m;
std::condition_variable c;
thread_local int mine = 1;
int turn = 0;
void second() {
  std::unique_lock<std::mutex> lock(m);
  c.wait(lock, [] { return turn == 1; });
  try {
    throw std::runtime_error("x");
  } catch (const std::exception&) {
    mine += 1;
  }
  turn = mine;
}
int main() {
  std::thread t(second);
  {
    std::lock_guard<std::mutex> lock(m);
    turn = 1;
  }
  c.notify_one();
  t.join();
  assert(turn == 1);
}
END_CPP
"$SKEIN" check order.cpp --traces order > check.out 2>&1
expect 1 '^replay: valgrind followed the schedule and found nothing' \
  timeout 600 "$SKEIN" replay order/order-1.skein-trace --valgrind
finish
