// Runs that take some milliseconds, with so many orders that an exploration does not end by itself.
// Argument 1: threads; 2: 1 if the process ends in the middle of some runs. An open file makes sure
// that snapshots are processes, not copies of memory.
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int last;
static int ends_early;
static volatile unsigned sink;

__attribute__((no_sanitize("thread"))) static void compute(void) {
  unsigned s = 1;
  for (unsigned i = 0; i < 1000000; ++i) s = s * 1664525U + 1013904223U;
  sink = s;
}

static void* work(void* argument) {
  const int me = (int)(long)argument;
  compute();
  const int before = atomic_exchange(&last, me);
  if (ends_early && before == me + 1) syscall(SYS_exit_group, 7);
  return argument;
}

int main(int argc, char** argv) {
  const long threads = argc > 1 ? atol(argv[1]) : 8;
  ends_early = argc > 2 && atoi(argv[2]);
  pthread_t thread[16];
  if (open("/dev/null", O_RDONLY) < 0) return 1;
  for (long i = 0; i < threads; ++i) pthread_create(&thread[i], 0, work, (void*)(i + 1));
  for (long i = 0; i < threads; ++i) pthread_join(thread[i], 0);
  return 0;
}
