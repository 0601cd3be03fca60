// A task group waits for the tasks of its tasks as well; a taskloop is a group.
// expect: verdict=clean
// libs: -fopenmp
#include <assert.h>

int main(void) {
  int outer = 0, inner = 0, parts[3] = {0, 0, 0};
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    {
#pragma omp task shared(outer, inner)
      {
        outer = 1;
#pragma omp task shared(inner)
        inner = 2;
      }
    }
    assert(outer == 1 && inner == 2);
#pragma omp taskloop grainsize(2) shared(parts)
    for (int i = 0; i < 3; i++) parts[i] = i + 1;
    assert(parts[0] == 1 && parts[1] == 2 && parts[2] == 3);
  }
  return 0;
}
