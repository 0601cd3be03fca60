// The same with the barrier.
// expect: verdict=clean executions=1
// libs: -fopenmp
//
// Nothing but barriers: the order of arrivals does not count.
#include <assert.h>

int main(void) {
  int a[2] = {0, 0}, b[2];
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < 2; i++) a[i] = i + 1;
#pragma omp for
    for (int i = 0; i < 2; i++) b[i] = a[1 - i];
  }
  assert(b[0] == 2 && b[1] == 1);
  return 0;
}
