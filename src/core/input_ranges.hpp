// SPDX-License-Identifier: Apache-2.0
// The values that unknown inputs are chosen from (--nondet), as sorted ranges that do not overlap.
//
// An input may have bounds of its own: skein_any(lo, hi). Its choices are the values within them,
// numbered from the lowest on. All machines number them by these functions, so that a choice means
// the same value on each. They allocate nothing: the runtime inside a real program uses them too.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>

namespace skein {

struct InputRange {
  std::int64_t first = 0;
  std::int64_t last = 0;

  friend bool operator==(const InputRange&, const InputRange&) = default;
};

inline constexpr InputRange kAllInputs{std::numeric_limits<std::int64_t>::min(),
                                       std::numeric_limits<std::int64_t>::max()};
// More choices than these are not enumerated, but refused.
inline constexpr std::uint64_t kMostInputs = 1U << 16U;
inline constexpr std::uint32_t kMostInputRanges = 4096;

namespace input_ranges {

// The part of the range within the bounds; first > last: nothing.
constexpr InputRange within(InputRange range, InputRange bounds) {
  return {std::max(range.first, bounds.first), std::min(range.last, bounds.last)};
}

// The number of values; 2^64 of them count as one less.
constexpr std::uint64_t size_of(InputRange range) {
  if (range.first > range.last) return 0;
  const std::uint64_t less =
      static_cast<std::uint64_t>(range.last) - static_cast<std::uint64_t>(range.first);
  return less == std::numeric_limits<std::uint64_t>::max() ? less : less + 1;
}

// How many of the values lie within the bounds.
constexpr std::uint64_t count(std::span<const InputRange> ranges, InputRange bounds) {
  std::uint64_t sum = 0;
  for (const InputRange& range : ranges) {
    const std::uint64_t more = size_of(within(range, bounds));
    sum = sum + more < sum ? std::numeric_limits<std::uint64_t>::max() : sum + more;
  }
  return sum;
}

// The value with this number. REQUIRES: number < count(ranges, bounds).
constexpr std::int64_t value(std::span<const InputRange> ranges, InputRange bounds,
                             std::uint64_t number) {
  for (const InputRange& range : ranges) {
    const InputRange part = within(range, bounds);
    const std::uint64_t size = size_of(part);
    if (number < size) {
      return static_cast<std::int64_t>(static_cast<std::uint64_t>(part.first) + number);
    }
    number -= size;
  }
  return 0;
}

// The number of this value. REQUIRES: it lies within the bounds and one of the ranges.
constexpr std::uint64_t number_of(std::span<const InputRange> ranges, InputRange bounds,
                                  std::int64_t wanted) {
  std::uint64_t before = 0;
  for (const InputRange& range : ranges) {
    const InputRange part = within(range, bounds);
    if (part.first <= wanted && wanted <= part.last) {
      return before + static_cast<std::uint64_t>(wanted) - static_cast<std::uint64_t>(part.first);
    }
    before += size_of(part);
  }
  return 0;
}

constexpr bool contains(std::span<const InputRange> ranges, std::int64_t wanted) {
  return std::any_of(ranges.begin(), ranges.end(), [&](const InputRange& range) {
    return range.first <= wanted && wanted <= range.last;
  });
}

}  // namespace input_ranges

}  // namespace skein
