// SPDX-License-Identifier: Apache-2.0
#include "runtime/spin/stack_fingerprint.hpp"

#include <cstring>

#include "core/random.hpp"

namespace skein::runtime {

namespace {

// Two odd factors for each word of a stack, counted from its top. Computed only as far as needed:
// most stacks are shallow, and each page of this table costs a page fault.
struct Factors {
  std::uint64_t low;
  std::uint64_t swapped;
};
Factors factors[kDeepestFingerprint / 8];
std::uint64_t factor_count = 0;

[[gnu::noinline]] void make_factors(std::uint64_t count) {
  for (; factor_count < count; ++factor_count) {
    factors[factor_count] = {mix64(2 * factor_count + 1) | 1U, mix64(2 * factor_count + 2) | 1U};
  }
}

}  // namespace

// A difference in one word always shows in `low`, since the factors are odd. Differences in several
// words could cancel out, most easily in the upper bits, where few bits of the factors count; in
// `swapped` these are the lower bits.
StackFingerprint stack_fingerprint(const char* begin, const char* end) {
  const auto count = static_cast<std::uint64_t>(end - begin) / 8;
  if (count > factor_count) make_factors(count);
  StackFingerprint fingerprint;
  for (std::uint64_t i = 0; i < count; ++i) {
    std::uint64_t word = 0;
    std::memcpy(&word, end - 8 * (i + 1), sizeof(word));
    fingerprint.low += word * factors[i].low;
    fingerprint.swapped += (word << 32U | word >> 32U) * factors[i].swapped;
  }
  return fingerprint;
}

StackFingerprint word_fingerprint(const char* at, std::uint64_t word, const char* end) {
  const Factors& factor = factors[static_cast<std::uint64_t>(end - at) / 8 - 1];
  return {word * factor.low, (word << 32U | word >> 32U) * factor.swapped};
}

}  // namespace skein::runtime
