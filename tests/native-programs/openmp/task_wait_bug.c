// A taskwait waits for the children only, not for their children.
// expect: verdict=bug kind=race
// libs: -fopenmp
int main(void) {
  int inner = 0, seen = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(inner)
    {
#pragma omp task shared(inner)
      inner = 2;
    }
#pragma omp taskwait
    seen = inner;
  }
  return seen == 3;
}
