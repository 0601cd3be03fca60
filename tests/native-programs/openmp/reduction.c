// The same with a reduction.
// expect: verdict=clean executions=2
// libs: -fopenmp
//
// The threads add their parts one after the other: 2!.
#include <assert.h>

int main(void) {
  int sum = 0, most = 0;
#pragma omp parallel for reduction(+ : sum) reduction(max : most)
  for (int i = 0; i < 4; i++) {
    sum += i;
    if (i > most) most = i;
  }
  assert(sum == 6 && most == 3);
  return 0;
}
