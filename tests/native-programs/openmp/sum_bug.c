// Everyone's first parallel loop: the sum is shared and nothing protects it.
// expect: verdict=bug kind=race
// expect: verdict=bug kind=assertion
// libs: -fopenmp
#include <assert.h>

int main(void) {
  int sum = 0;
#pragma omp parallel for
  for (int i = 0; i < 4; i++) sum += i;
  assert(sum == 6);
  return 0;
}
