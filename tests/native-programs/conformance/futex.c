// A futex through syscall, as libraries use it.
// expect: verdict=clean executions=6
//
// main stores and wakes; the thread loads and, seeing 0, waits. Load after the store: before or
// after the wake, 2. Load before the store: the wait sleeps (then store, wake, resume, load): 1; or
// it comes after the store and returns at once: wait and second load both before the wake, one on
// each side, both after it: 3. All on one location.
#define _GNU_SOURCE
#include <linux/futex.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../support/spawn.h"

static atomic_uint word;

static void waiter(void) {
  while (atomic_load(&word) == 0) {
    long result = syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
    assert(result == 0 || errno == EAGAIN);
  }
}

int main(void) {
  pthread_t t = spawn(waiter);
  atomic_store(&word, 1);
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
  join(t);
  return 0;
}
