#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Uses of freed blocks, when their names have been given to later ones: they are found, and programs without them are
# proved without reservation; where neither is known, the verdict says so.
# shellcheck source=tests/session/verify/expect.sh
. "$SKEIN_SOURCE/tests/session/verify/expect.sh"

head='#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_t t;
'

# reader EARLY LATE: a thread that takes a pointer and does something with it, before and after the second stage.
reader() {
  cat <<END
static int *_Atomic shared;
static atomic_int stage;
static void *reader(void *p) {
  int *mine = atomic_load(&shared);
  $1
  atomic_store(&stage, 1);
  while (atomic_load(&stage) != 2) {}
  $2
  return p;
}
END
}

# The reader looks at the first block after a second one was allocated, and can do so no earlier.
waiter() {
  cat <<END
$head
$(reader "$1" "$2")
int main(void) {
  int *first = malloc(sizeof *first);
  *first = 1;
  shared = first;
  pthread_create(&t, 0, reader, 0);
  while (atomic_load(&stage) != 1) {}
  free(first);
  int *second = malloc(sizeof *second);
  *second = 2;
  shared = second;
  atomic_store(&stage, 2);
  pthread_join(t, 0);
  free(second);
}
END
}
waiter "assert(*mine < 3);" "" | expect_verdict proved "some runs never end\.$"
waiter "" "assert(*mine < 3);" | expect_verdict bug "reads memory that has been freed at program.c:16"
# Comparing such a pointer does not use it. It may be equal to that of the new block, or not.
waiter "" "assert(mine != atomic_load(&shared));" | expect_verdict bug "assertion 'mine != "
waiter "" "assert(mine == atomic_load(&shared));" | expect_verdict bug "assertion 'mine == "

# A server for ever: one makes messages, the other frees them.
server() {
  cat <<END
$head
static int *box;
static void *worker(void *p) {
  int *last = 0;
  for (;;) {
    pthread_mutex_lock(&m);
    while (!box) pthread_cond_wait(&c, &m);
    int *got = box;
    box = 0;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    $1
    assert(*got == 1);
    free(got);
    last = got;
  }
  return p;
}
int main(void) {
  pthread_create(&t, 0, worker, 0);
  for (;;) {
    int *n = malloc(sizeof *n);
    *n = 1;
    pthread_mutex_lock(&m);
    while (box) pthread_cond_wait(&c, &m);
    box = n;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
  }
}
END
}
server "" | expect_verdict proved "some runs never end; without spurious wake-ups\.$"
server "if (last) assert(*last == 1);" | expect_verdict bug "reads memory that has been freed at program.c:19"
server "(void)last;" | expect_verdict proved "some runs never end; without spurious wake-ups\.$"

# Variables of functions that have returned have names too.
frames() {
  cat <<END
$head
$(reader "$1" "$2")
static void lend(int stop) {
  int own = 1;
  shared = &own;
  if (stop == 1) pthread_create(&t, 0, reader, 0);
  while (atomic_load(&stage) != stop) {}
  if (stop == 2) pthread_join(t, 0);
}
static void lend_again(void) {
  int own = 2;
  shared = &own;
  atomic_store(&stage, 2);
  pthread_join(t, 0);
}
int main(void) { lend(1); lend_again(); }
END
}
frames "assert(*mine < 3);" "" | expect_verdict proved "some runs never end\.$"
frames "" "assert(*mine < 3);" | expect_verdict bug "reads memory that has been freed at program.c:16"

# Others keep more pointers than there are names to choose from: then a name may be mistaken, and that is said.
expect_verdict proved "others keep pointers to freed blocks" <<END
$head
static int *_Atomic slots[6];
static atomic_int turn;
static void *reader(void *p) {
  for (;;) for (int i = 0; i < 6; i++) { if (atomic_load(&turn) == i) atomic_load(&slots[i]); }
  return p;
}
int main(void) {
  pthread_create(&t, 0, reader, 0);
  for (;;) {
    for (int i = 0; i < 6; i++) {
      int *n = malloc(sizeof *n);
      slots[i] = n;
      atomic_store(&turn, i);
      free(n);
    }
  }
}
END

finish
