// Critical sections, with and without a name, and atomic updates: nothing is lost.
// expect: verdict=clean executions=4
// libs: -fopenmp
//
// Two orders in each of the two sections: 2^2. Atomic updates whose result is not used have none.
#include <assert.h>
#include <omp.h>

int main(void) {
  int sum = 0, named = 0, count = 0;
#pragma omp parallel
  {
#pragma omp critical
    sum += omp_get_thread_num() + 1;
#pragma omp critical(name)
    named += omp_get_num_threads();
#pragma omp atomic
    count++;
  }
  assert(sum == 3 && named == 4 && count == 2);
  return 0;
}
