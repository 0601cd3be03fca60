// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/values/parts.hpp"

#include <algorithm>
#include <numeric>

namespace skein::abstract {

namespace {

using ir::Compare;

bool may_merge_exactly(const Strided& a, const Strided& b) {
  return a.stride <= 1 && b.stride <= 1 && a.hi + 1 == b.lo;
}

// An overapproximation: the elements of the one with the larger stride that lie between the ends
// of the other.
std::optional<Strided> common(const Strided& a, const Strided& b) {
  const std::uint64_t step = std::gcd(a.stride, b.stride);
  const std::uint64_t distance = a.lo < b.lo ? b.lo - a.lo : a.lo - b.lo;
  if (step == 0 ? distance != 0 : distance % step != 0) return std::nullopt;
  const bool is_a_sparser = b.is_constant() ? false : a.is_constant() || a.stride >= b.stride;
  const Strided& sparser = is_a_sparser ? a : b;
  const Strided& other = is_a_sparser ? b : a;
  return clipped(sparser, other.lo, other.hi);
}

Parts without(const Parts& parts, std::uint64_t value) {
  Parts result;
  for (const Strided& part : parts) {
    if (!part.contains(value)) {
      result.push_back(part);
      continue;
    }
    if (value != part.lo) {
      if (const auto below = clipped(part, part.lo, value - 1)) result.push_back(*below);
    }
    if (value != part.hi) {
      if (const auto above = clipped(part, value + 1, part.hi)) result.push_back(*above);
    }
  }
  return result;
}

}  // namespace

std::uint64_t count_of(const Parts& parts) {
  std::uint64_t count = 0;
  for (const Strided& part : parts) {
    const std::uint64_t more = part.steps();
    if (more >= kLargest - count - 1) return kLargest;
    count += more + 1;
  }
  return count;
}

Parts normalised(Parts parts, std::size_t most) {
  std::sort(parts.begin(), parts.end());
  Parts result;
  for (const Strided& part : parts) {
    if (!result.empty() && part.lo <= result.back().hi) {
      if (!result.back().contains(part)) result.back() = hull(result.back(), part);
    } else if (!result.empty() && may_merge_exactly(result.back(), part)) {
      result.back() = {result.back().lo, part.hi, 1};
    } else {
      result.push_back(part);
    }
  }
  while (result.size() > most) {
    std::size_t best = 0;
    for (std::size_t i = 1; i + 1 < result.size(); ++i) {
      if (result[i + 1].lo - result[i].hi < result[best + 1].lo - result[best].hi) best = i;
    }
    result[best] = hull(result[best], result[best + 1]);
    result.erase(result.begin() + static_cast<std::ptrdiff_t>(best) + 1);
  }
  return result;
}

std::optional<Strided> clipped(const Strided& part, std::uint64_t lo, std::uint64_t hi) {
  if (hi < part.lo || lo > part.hi || lo > hi) return std::nullopt;
  if (part.is_constant()) return part;
  Strided result = part;
  if (lo > part.lo) {
    const std::uint64_t steps = (lo - part.lo + part.stride - 1) / part.stride;
    if (steps > part.steps()) return std::nullopt;
    result.lo = part.lo + steps * part.stride;
  }
  if (hi < part.hi) {
    if (hi < result.lo) return std::nullopt;
    result.hi = result.lo + (hi - result.lo) / part.stride * part.stride;
  }
  if (result.lo == result.hi) result.stride = 0;
  return result;
}

Parts clipped(const Parts& parts, std::uint64_t lo, std::uint64_t hi) {
  Parts result;
  for (const Strided& part : parts) {
    if (const auto kept = clipped(part, lo, hi)) result.push_back(*kept);
  }
  return result;
}

// The parts are disjoint, so each has its own share of the elements.
bool contain(const Parts& parts, const Strided& part) {
  bool has_any = false;
  std::uint64_t count = 0;  // may wrap around, if it is that of all numbers
  for (const Strided& one : parts) {
    const auto share = clipped(part, one.lo, one.hi);
    if (!share) continue;
    if (!one.contains(*share)) return false;
    has_any = true;
    count += share->steps() + 1;
  }
  return has_any && count - 1 == part.steps();
}

Parts common(const Parts& a, const Parts& b) {
  Parts result;
  for (const Strided& x : a) {
    for (const Strided& y : b) {
      if (const auto both = common(x, y)) result.push_back(*both);
    }
  }
  return result;
}

Parts with_flipped_sign(const Parts& parts, unsigned bits) {
  const std::uint64_t sign = 1ULL << (bits - 1);
  Parts result;
  for (const Strided& part : parts) {
    if (auto low = clipped(part, 0, sign - 1)) {
      result.push_back({low->lo + sign, low->hi + sign, low->stride});
    }
    if (auto high = clipped(part, sign, kLargest)) {
      result.push_back({high->lo - sign, high->hi - sign, high->stride});
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

Parts filtered(Compare predicate, const Parts& a, const Parts& b) {
  const std::uint64_t least = b.front().lo;
  const std::uint64_t most = b.back().hi;
  switch (predicate) {
    case Compare::EQ: return common(a, b);
    case Compare::NE: return b.size() == 1 && b.front().is_constant() ? without(a, least) : a;
    case Compare::ULT: return most == 0 ? Parts{} : clipped(a, 0, most - 1);
    case Compare::ULE: return clipped(a, 0, most);
    case Compare::UGT: return least == kLargest ? Parts{} : clipped(a, least + 1, kLargest);
    default: return clipped(a, least, kLargest);
  }
}

}  // namespace skein::abstract
