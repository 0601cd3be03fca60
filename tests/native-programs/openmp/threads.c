// What threads know of themselves; regions with one thread, nested regions, thread-private
// variables that last from one region to the next.
// expect: verdict=clean executions=1
// libs: -fopenmp
//
// The three threads of the first region add their parts, in an order that is not observable: 1.
#include <assert.h>
#include <omp.h>

static int own;
#pragma omp threadprivate(own)

int main(void) {
  int inner = 0;
  assert(omp_get_num_threads() == 1 && !omp_in_parallel() && omp_get_level() == 0);
#pragma omp parallel num_threads(3) reduction(+ : inner)
  {
    assert(omp_get_num_threads() == 3 && omp_in_parallel() && omp_get_level() == 1);
    own = 10 + omp_get_thread_num();
#pragma omp parallel num_threads(2) reduction(+ : inner)
    {
      assert(omp_get_num_threads() == 1 && omp_get_thread_num() == 0 && omp_get_level() == 2);
      inner++;
    }
  }
  assert(inner == 3);
  omp_set_num_threads(2);
#pragma omp parallel
  assert(omp_get_num_threads() == 2 && own == 10 + omp_get_thread_num());
#pragma omp parallel if (inner == 0)
  assert(omp_get_num_threads() == 1);
  return 0;
}
