// SPDX-License-Identifier: Apache-2.0
// std::execution::par of libstdc++, which is oneTBB. WRONG: the sum is not atomic.
// packages: libtbb-dev
// flags: -ltbb
#include <atomic>
#include <cassert>
#include <execution>
#include <tbb/global_control.h>
#include <vector>

int main() {
  tbb::global_control limit(tbb::global_control::max_allowed_parallelism, 2);
  const std::vector<int> numbers{1, 2};
#ifdef WRONG
  int sum = 0;
#else
  std::atomic<int> sum{0};
#endif
  std::for_each(std::execution::par, numbers.begin(), numbers.end(), [&](int n) { sum += n; });
  assert(sum == 3);
}
