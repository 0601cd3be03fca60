// SPDX-License-Identifier: Apache-2.0
// oneTBB: parallel_for over two numbers, at most two threads. WRONG: the sum is not atomic.
// packages: libtbb-dev
// flags: -ltbb
#include <atomic>
#include <cassert>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

int main() {
#ifdef WRONG
  int sum = 0;
#else
  std::atomic<int> sum{0};
#endif
  tbb::global_control limit(tbb::global_control::max_allowed_parallelism, 2);
  tbb::parallel_for(0, 2, [&](int i) { sum += i + 1; });
  assert(sum == 3);
}
