// A single with nowait: the other thread may go on before its value is there.
// expect: verdict=bug kind=race
// libs: -fopenmp
int main(void) {
  int value = 0, seen[2] = {0, 0};
#pragma omp parallel
  {
#pragma omp single nowait
    value = 1;
#pragma omp for
    for (int i = 0; i < 2; i++) seen[i] = value;
  }
  return seen[0] + seen[1] == 2 ? 0 : 0;
}
