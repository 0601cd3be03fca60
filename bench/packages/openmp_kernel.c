// SPDX-License-Identifier: Apache-2.0
// OpenMP of gcc: a reduction, a critical section and a single. WRONG: no critical section.
// packages: gcc
// flags: -fopenmp
#include <assert.h>

int main(void) {
  int sum = 0;
  int most = 0;
  int singles = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp for reduction(+ : sum)
    for (int i = 0; i < 4; ++i) sum += i;
#pragma omp single
    ++singles;
#ifndef WRONG
#pragma omp critical
#endif
    if (sum > most) most = sum;
  }
  assert(sum == 6 && most == 6 && singles == 1);
  return 0;
}
