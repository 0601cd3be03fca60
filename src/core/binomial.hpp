// SPDX-License-Identifier: Apache-2.0
// Binomial coefficients: the number of ways to choose which waiters a wake-up wakes. Both machines
// number these choices in the same way.
#pragma once

#include <algorithm>
#include <cstdint>

namespace skein {

// Returns `cap` if the coefficient is larger. REQUIRES: 0 <= k <= n, and n * cap fits the type.
constexpr std::int64_t binomial(std::int64_t n, std::int64_t k, std::int64_t cap) {
  std::int64_t result = 1;
  for (std::int64_t i = 1; i <= std::min(k, n - k); ++i) {
    result = result * (n - i + 1) / i;
    if (result >= cap) return cap;
  }
  return result;
}

}  // namespace skein
