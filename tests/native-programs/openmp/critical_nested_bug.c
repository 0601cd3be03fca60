// A critical section inside of itself.
// expect: verdict=bug kind=lock-misuse
// libs: -fopenmp
static int count;

static void add(void) {
#pragma omp critical
  count++;
}

int main(void) {
#pragma omp parallel
#pragma omp critical
  add();
  return 0;
}
