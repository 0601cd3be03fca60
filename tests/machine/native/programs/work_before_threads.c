// Some work, and then six threads that each write once: 720 executions. With an argument the
// threads read as well, and one order of their steps fails.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { kThreads = 6 };
static atomic_int x;
static atomic_int seen;
static volatile unsigned sink;
static int fails;

__attribute__((no_sanitize("thread"))) static void compute(void) {
  unsigned s = 1;
  for (unsigned i = 0; i < 300000; ++i) s = s * 1664525U + 1013904223U;
  sink = s;
}

static void* writer(void* number) {
  const long mine = (long)number;
  const int before = atomic_exchange(&x, (int)mine + 1);
  if (fails && mine == 0 && before == kThreads) seen = 1;
  if (fails && mine == 1 && before == 1) assert(seen == 0);
  return number;
}

int main(int argc, char** argv) {
  (void)argv;
  fails = argc > 1;
  pthread_t threads[kThreads];
  compute();
  for (long i = 0; i < kThreads; ++i) pthread_create(&threads[i], 0, writer, (void*)i);
  for (int i = 0; i < kThreads; ++i) pthread_join(threads[i], 0);
  return 0;
}
