// SPDX-License-Identifier: Apache-2.0
// FIB(N): two threads without locks add each other's variable to their own. [POET Table 1], 3
// threads.
// expect: N=5 verdict=clean executions=8953
//
// main asserts that neither variable exceeds F(2N+2), 144 for N=5.
#include "fib.h"

int main(int argc, char** argv) {
  int n = argument(argc, argv, 1, 5);
  run_both(n);
  int most = largest_possible(n);
  assert(atomic_load(&i) <= most && atomic_load(&j) <= most);
  return 0;
}
