// One thread executes a single, the others wait at its end, or get copies of its variables;
// sections are divided among the threads; master is thread 0.
// expect: verdict=clean executions=16
// libs: -fopenmp
//
// Either thread executes each single (2 * 2) and each section (2 * 2).
#include <assert.h>
#include <omp.h>

int main(void) {
  int times = 0, first = 0, second = 0, mine, seen[2];
#pragma omp parallel private(mine)
  {
#pragma omp single
    times++;
#pragma omp single copyprivate(mine)
    mine = 7;
    seen[omp_get_thread_num()] = mine;
#pragma omp sections
    {
#pragma omp section
      first = times;
#pragma omp section
      second = times;
    }
  }
  assert(times == 1 && first == 1 && second == 1 && seen[0] == 7 && seen[1] == 7);
  return 0;
}
