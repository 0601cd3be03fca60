// SPDX-License-Identifier: Apache-2.0
// A strided interval: lo, lo + stride, ..., hi, as unsigned numbers that do not wrap around.
//
// It is the building block of unknown numbers (numbers.hpp). A stride keeps the elements of an
// array apart, and the multiples of a size; a constant is an interval of one element with stride 0.
#pragma once

#include <compare>
#include <cstdint>
#include <numeric>

namespace skein::abstract {

struct Strided {
  std::uint64_t lo = 0;
  std::uint64_t hi = 0;
  std::uint64_t stride = 0;  // divides hi - lo; 0 iff lo == hi

  friend constexpr auto operator<=>(const Strided&, const Strided&) = default;

  [[nodiscard]] constexpr bool is_constant() const { return lo == hi; }
  // The number of elements, minus one, which always fits.
  [[nodiscard]] constexpr std::uint64_t steps() const {
    return stride == 0 ? 0 : (hi - lo) / stride;
  }
  [[nodiscard]] constexpr bool contains(std::uint64_t x) const {
    return lo <= x && x <= hi && (stride == 0 ? x == lo : (x - lo) % stride == 0);
  }
  [[nodiscard]] constexpr bool contains(const Strided& other) const {
    if (!contains(other.lo) || !contains(other.hi)) return false;
    return other.is_constant() || other.stride % stride == 0;
  }

  static constexpr Strided constant(std::uint64_t x) { return {x, x, 0}; }
  // The elements from `lo` on that are at most `limit`. REQUIRES lo <= limit, stride > 0.
  static constexpr Strided up_to(std::uint64_t lo, std::uint64_t limit, std::uint64_t stride) {
    const std::uint64_t hi = lo + (limit - lo) / stride * stride;
    return {lo, hi, hi == lo ? 0 : stride};
  }
};

// The smallest strided interval that has all elements of both.
constexpr Strided hull(const Strided& a, const Strided& b) {
  const std::uint64_t lo = a.lo < b.lo ? a.lo : b.lo;
  const std::uint64_t hi = a.hi > b.hi ? a.hi : b.hi;
  const std::uint64_t distance = a.lo < b.lo ? b.lo - a.lo : a.lo - b.lo;
  return {lo, hi, std::gcd(std::gcd(a.stride, b.stride), distance)};
}

}  // namespace skein::abstract
