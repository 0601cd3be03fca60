// A wake before the store of the new value is lost.
// expect: verdict=bug kind=deadlock
//
// The waiter may load 0 and sleep between the wake and the store.
#define _GNU_SOURCE
#include <linux/futex.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../support/spawn.h"

static atomic_uint word;

static void waiter(void) {
  if (atomic_load(&word) == 0) syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
}

int main(void) {
  pthread_t t = spawn(waiter);
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
  atomic_store(&word, 1);
  join(t);
  return 0;
}
