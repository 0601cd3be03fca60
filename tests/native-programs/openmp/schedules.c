// Loops whose iterations are given out at run time, up and down, signed and unsigned: each
// iteration is executed once, by whichever thread.
// expect: N=0 verdict=clean executions=8
// expect: N=1 verdict=clean executions=4
// expect: N=2 verdict=clean executions=8
// expect: N=3 verdict=clean executions=4
// expect: N=4 verdict=clean executions=1
// libs: -fopenmp
//
// Each share of the iterations may go to either thread. Dynamic: 3 shares of 1; 2 and 1. Guided: of
// 6 iterations 3, then 2 of 3, then 1. Runtime: 2 of 1. A look without success changes nothing.
#include <assert.h>
#include <omp.h>
#include <stdlib.h>

static int done[12];
static int by[12];

static void note(int i) {
  done[i]++;
  by[i] = omp_get_thread_num();
}

int main(int argc, char** argv) {
  switch (argc > 1 ? atoi(argv[1]) : 0) {
    case 0:
#pragma omp parallel for schedule(dynamic)
      for (int i = 0; i < 3; i++) note(i);
      assert(done[0] == 1 && done[1] == 1 && done[2] == 1);
      break;
    case 1:
#pragma omp parallel for schedule(dynamic, 2)
      for (int i = 9; i > 2; i -= 3) note(i);
      assert(done[9] == 1 && done[6] == 1 && done[3] == 1 && by[9] == by[6]);
      break;
    case 2:
#pragma omp parallel for schedule(guided)
      for (unsigned long long i = 1; i < 12; i += 2) note((int)i);
      for (int i = 1; i < 12; i += 2) assert(done[i] == 1);
      break;
    case 3:
#pragma omp parallel
#pragma omp for schedule(runtime)
      for (int i = 0; i < 2; i++) note(i);
      assert(done[0] == 1 && done[1] == 1);
      break;
    default:
#pragma omp parallel
#pragma omp for schedule(dynamic)
      for (int i = 5; i < 5; i++) note(i);
      assert(done[5] == 0);
  }
  return 0;
}
