// The taskwait is missing.
// expect: verdict=bug kind=race
// libs: -fopenmp
#include <stdio.h>

int main(void) {
  int value = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(value)
    value = 42;
    printf("%d\n", value);
  }
  return 0;
}
