/* SPDX-License-Identifier: Apache-2.0 */
/* THPOOL: main gives work to a thread through one variable: 0 idle, 1 request, 2 done
 * [THESIS Sec.5.6]. */
#include "program.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int control, arg, result;

static void spin_cas(int from, int to) {
  int done = 0;
  do {
    LOCK(m);
    if (control == from) {
      control = to;
      done = 1;
    }
    UNLOCK(m);
  } while (!done);
}

static void increment(void) {
  LOCK(m);
  control++;
  UNLOCK(m);
}

static int work(int a) {
  int count = 0;
  assert(0 <= a);
  assert(a < 1024);
  for (int i = 0; i < 10; i++) {
    if (a < 1) break;
    if (a % 2 == 1) count++;
    a /= 2;
  }
  assert(a == 0);
  assert(count <= 10);
  return count;
}

static void* worker(void* unused) {
  while (1) {
    spin_cas(1, 1);
    if (arg == 1234) break;
    result = work(arg);
    increment();
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  for (int turn = 0; turn < 2; turn++) {
    int mine = nondet(0, 1023);
    arg = mine;
    increment();
    spin_cas(2, 0);
    int own = work(mine);
    assert(0 <= result && result <= 10);
    assert(0 <= own && own <= 10);
  }
  arg = 1234;
  increment();
  LOCK(m);
  assert(control == 1 || control == 2);
  UNLOCK(m);
  pthread_join(thread, 0);
  return 0;
}
