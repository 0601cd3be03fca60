// Without the barrier after the first loop a thread reads what the other may not have written.
// expect: verdict=bug kind=race
// libs: -fopenmp
#include <stdio.h>

int main(void) {
  int a[2] = {0, 0}, b[2];
#pragma omp parallel
  {
#pragma omp for nowait
    for (int i = 0; i < 2; i++) a[i] = i + 1;
#pragma omp for
    for (int i = 0; i < 2; i++) b[i] = a[1 - i];
  }
  return b[0] + b[1] == 3 ? 0 : 0;
}
