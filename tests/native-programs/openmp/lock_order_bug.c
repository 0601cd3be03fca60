// Two locks in different orders.
// expect: verdict=bug kind=deadlock
// libs: -fopenmp
#include <omp.h>

int main(void) {
  omp_lock_t a, b;
  omp_init_lock(&a);
  omp_init_lock(&b);
#pragma omp parallel
  {
    omp_lock_t* first = omp_get_thread_num() == 0 ? &a : &b;
    omp_lock_t* second = omp_get_thread_num() == 0 ? &b : &a;
    omp_set_lock(first);
    omp_set_lock(second);
    omp_unset_lock(second);
    omp_unset_lock(first);
  }
  return 0;
}
