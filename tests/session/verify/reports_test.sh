#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# What verify reports of its findings: who holds which locks, who waits for whom, where in the source.
# shellcheck source=tests/session/verify/expect.sh
. "$SKEIN_SOURCE/tests/session/verify/expect.sh"

# finding EXPRESSION: true if the Python expression over the first finding `f` of report.json holds.
finding() {
  python3 -c 'import json, sys
f = json.load(open("report.json"))["findings"][0]
sys.exit(0 if eval(sys.argv[1]) else print(json.dumps(f)) or 1)' "$1" || fail "not $1"
}

# A circle of two locks, with a recursive one held twice.
crossed() {
  cat <<END
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, r;
static void *f(void *p) {
  pthread_mutex_lock(&a);
  $1
  return p;
}
int main(void) {
  pthread_mutexattr_t recursive;
  pthread_t t;
  pthread_mutexattr_init(&recursive);
  pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&r, &recursive);
  pthread_create(&t, 0, f, 0);
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&r);
  pthread_mutex_lock(&r);
  pthread_mutex_unlock(&r);
  pthread_mutex_lock(&a);
}
END
}
crossed "pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b); pthread_mutex_unlock(&a);" | expect_verdict bug "main waits for lock a held by f(1) (program.c:20)"
finding 'f["cycle"] == ["main", "f(1)"] and f["headline"].endswith("main and f(1) wait for each other")'
finding '[w["locks_held"] for w in f["waits"]] == [["b", "r"], ["a"]]'
finding '[w["place"]["text"] for w in f["waits"]] == ["pthread_mutex_lock(&a);", "pthread_mutex_lock(&b);"]'
# Held by one that has ended.
crossed "pthread_mutex_unlock(&a); pthread_mutex_lock(&a); pthread_exit(0);" | expect_verdict bug "main waits for lock a held by f(1)"
finding 'f["waits"][0]["agent"] == "main" and f["cycle"] == []'

# Readers; a lock given back by a wait.
expect_verdict bug "main waits for write lock l read-held by f(1)" <<'END'
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *f(void *p) {
  pthread_rwlock_rdlock(&l);
  pthread_rwlock_rdlock(&l);
  pthread_rwlock_unlock(&l);
  pthread_mutex_lock(&m);
  pthread_cond_wait(&c, &m);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  pthread_rwlock_wrlock(&l);
}
END
finding '{w["agent"]: w["locks_held"] for w in f["waits"]} == {"main": [], "f(1)": ["l"]}'

# The function that the assertion names is named once, in C as in C++.
expect_verdict bug "^BUG 1: assertion 'x == 1' failed at program.c:3 in main: x was 0$" <<'END'
#include <assert.h>
_Atomic int x;
int main(void) { assert(x == 1); }
END
program=program.cpp
expect_verdict bug "^BUG 1: assertion 'x == t' failed at program.cpp:4 in void look<int>(int): x was$" <<'END'
#include <atomic>
#include <cassert>
std::atomic<int> x;
template <class T> void look(T t) { assert(x == t); }
int main() { look(1); }
END
# The load stands in a header of the system: the user's line is that of its caller.
grep -q "^     2   4: template .* \\[load x = 0\\]$" output || { fail "the user's line"; cat output; }
finding '[p["line"] for p in f["steps"][1]["stack"] if p["file"] == "program.cpp"] == [4, 5]'

finish
