// SPDX-License-Identifier: Apache-2.0
// FIB*(N): as FIB, but main asserts that the largest value is not reached. [POET Table 1], 3
// threads.
// expect: N=5 verdict=bug kind=assertion executions=8953
//
// It is, when the rounds of the two strictly alternate: few of the traces show the bug.
#include "fib.h"

int main(int argc, char** argv) {
  int n = argument(argc, argv, 1, 5);
  run_both(n);
  int most = largest_possible(n);
  assert(atomic_load(&i) < most && atomic_load(&j) < most);
  return 0;
}
