// OpenMP's locks: plain, tried, nested.
// expect: verdict=clean
// libs: -fopenmp
#include <assert.h>
#include <omp.h>

int main(void) {
  omp_lock_t plain;
  omp_nest_lock_t nested;
  int sum = 0, times = 0;
  omp_init_lock(&plain);
  omp_init_nest_lock(&nested);
#pragma omp parallel
  {
    if (!omp_test_lock(&plain)) omp_set_lock(&plain);
    sum++;
    omp_unset_lock(&plain);
    omp_set_nest_lock(&nested);
    times += omp_test_nest_lock(&nested);
    omp_unset_nest_lock(&nested);
    omp_unset_nest_lock(&nested);
  }
  assert(sum == 2 && times == 4);
  omp_destroy_lock(&plain);
  omp_destroy_nest_lock(&nested);
  return 0;
}
