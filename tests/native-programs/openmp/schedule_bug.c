// With a dynamic schedule one thread may execute all iterations, and the last need not come last.
// expect: verdict=bug kind=assertion
// libs: -fopenmp
#include <assert.h>
#include <omp.h>

int main(void) {
  int shares[2] = {0, 0};
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 2; i++) shares[omp_get_thread_num()]++;
  assert(shares[0] == 1 && shares[1] == 1);
  return 0;
}
