// Tasks that make tasks and wait for them; their parts of the sum are those of the threads that
// execute them, which execute one task at a time.
// expect: verdict=clean
// libs: -fopenmp
#include <assert.h>
#include <omp.h>

static int calls[2];

static int fib(int n) {
  int a = 0, b = 0;
  calls[omp_get_thread_num()]++;
  if (n < 2) return n;
#pragma omp task shared(a)
  a = fib(n - 1);
#pragma omp task shared(b)
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}

int main(void) {
  int result = 0;
#pragma omp parallel
#pragma omp single
  result = fib(3);
  assert(result == 2 && calls[0] + calls[1] == 5);
  return 0;
}
