// A final task executes its children at once, as a part of itself.
// expect: verdict=clean
// libs: -fopenmp
#include <assert.h>
int main(void) {
  int x = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task final(1) shared(x)
    {
#pragma omp task shared(x)
      x = 5;
      assert(x == 5);
    }
  }
  return 0;
}
