// SPDX-License-Identifier: Apache-2.0
// STF*: as STF, but main asserts the opposite. [POET Table 1], 3 threads.
// expect: verdict=bug kind=assertion executions=6 violations=6
//
// All 6 traces are violated.
#include "stf.h"

int main(void) {
  run_both();
  assert(!(atomic_load(&data1) == 16 && atomic_load(&data2) == 5));
  return 0;
}
