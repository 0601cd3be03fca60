// A thread that counts how often it polls, and one that lets it go on. Runs are made long enough
// for dead values to be looked for.
#pragma once
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
#include <atomic>
using std::atomic_load;
using std::atomic_store;
#define NEVER_INLINE __attribute__((noinline))
typedef std::atomic<int> Flag;
#else
#include <stdatomic.h>
#define NEVER_INLINE __attribute__((noinline, noclone))
typedef atomic_int Flag;
#endif

// Not static: compilers would know of a flag that is never set what it holds.
Flag flag;
Flag warm;

static inline int is_set(void) { return atomic_load(&flag); }

static NEVER_INLINE void set_flag(void) {
  atomic_store(&flag, 1);
#ifdef SETTER_FAILS
  assert(!"the setter comes to its end");
#endif
}

void poller(void);

static void* run_poller(void* unused) {
  (void)unused;
  poller();
  return NULL;
}

// What else the setter does.
#ifndef BEFORE_SETTING
#define BEFORE_SETTING
#endif

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, run_poller, NULL);
  for (int i = 0; i < 130; ++i) atomic_load(&warm);
#ifndef NOBODY_SETS
  BEFORE_SETTING;
  set_flag();
#endif
  pthread_join(thread, NULL);
  return 0;
}
