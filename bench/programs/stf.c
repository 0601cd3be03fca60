// SPDX-License-Identifier: Apache-2.0
// STF: two threads, two critical sections each on one lock. [POET Table 1], 3 threads.
// expect: verdict=clean executions=6
//
// The additions commute, so the sums are always 16 and 5. C(4,2) = 6 traces.
#include "stf.h"

int main(void) {
  run_both();
  assert(atomic_load(&data1) == 16 && atomic_load(&data2) == 5);
  return 0;
}
