// SPDX-License-Identifier: Apache-2.0
// Bytes of numbers: a word of memory may hold several variables, of which some are known.
//
// Unknown bytes above known ones are a stride, unknown bytes below are an interval; so a word with
// one unknown variable in it is exact. Of several, what lies below and above them all stays known.
#include <numeric>

#include "machine/abstract/values/numbers.hpp"

namespace skein::abstract {

namespace {

constexpr std::size_t kMostPairs = 64;

// The numbers without their lowest bits. REQUIRES bits < 64.
Strided without_low_bits(const Strided& n, unsigned bits) {
  if (bits == 0) return n;
  const std::uint64_t lo = n.lo >> bits;
  const std::uint64_t hi = n.hi >> bits;
  if (lo == hi) return Strided::constant(lo);
  const bool keeps_stride = ir::cut_to(n.stride, bits) == 0;
  return {lo, hi, keeps_stride ? n.stride >> bits : 1};
}

// The lowest bits alone. REQUIRES bits > 0.
Strided low_bits(const Strided& n, unsigned bits) {
  const std::uint64_t most = ir::cut_to(~0ULL, bits);
  if (bits == 64 || n.hi <= most) return n;
  if (ir::cut_to(n.stride, bits) == 0) return Strided::constant(ir::cut_to(n.lo, bits));
  if (n.lo >> bits == n.hi >> bits) {
    return {ir::cut_to(n.lo, bits), ir::cut_to(n.hi, bits), n.stride};
  }
  return {0, most, 1};
}

}  // namespace

NumberId Numbers::extract(NumberId n, unsigned first, unsigned count) {
  if (first + count > 8) return any(8 * count);
  Parts parts;
  const std::vector<std::uint64_t> values = elements(n, kMostPairs);
  for (const std::uint64_t x : values) {
    parts.push_back(Strided::constant(ir::cut_to(x >> (8U * first), 8 * count)));
  }
  if (values.empty()) {
    const Parts all = (*this)[n];
    for (const Strided& part : all) {
      parts.push_back(low_bits(without_low_bits(part, 8 * first), 8 * count));
    }
  }
  return intern(std::move(parts));
}

NumberId Numbers::insert(NumberId n, unsigned size, NumberId bytes, unsigned first,
                         unsigned count) {
  if (first == 0 && count == size) return bytes;
  const unsigned end = first + count;
  const std::uint64_t mask = ir::cut_to(~0ULL, 8 * count) << (8U * first);
  Parts parts;
  const std::vector<std::uint64_t> old = elements(n, kMostPairs);
  const std::vector<std::uint64_t> now = elements(bytes, kMostPairs);
  if (!old.empty() && !now.empty() && old.size() * now.size() <= kMostPairs) {
    for (const std::uint64_t x : old) {
      for (const std::uint64_t y : now) {
        parts.push_back(Strided::constant((x & ~mask) | ((y << (8U * first)) & mask)));
      }
    }
    return intern(std::move(parts));
  }
  // What is below, in and above the bytes, in each combination.
  const Parts all = (*this)[n];
  const Parts inserted = (*this)[extract(bytes, 0, count)];
  for (const Strided& x : all) {
    const Strided below = first == 0 ? Strided{} : low_bits(x, 8 * first);
    const Strided above = end == size ? Strided{} : without_low_bits(x, 8 * end);
    for (const Strided& y : inserted) {
      const auto in_place = [&](std::uint64_t high) { return end == 8 ? 0 : high << (8U * end); };
      const auto sum = [&](std::uint64_t low, std::uint64_t in, std::uint64_t high) {
        return low | (in << (8U * first)) | in_place(high);
      };
      const std::uint64_t stride =
          std::gcd(below.stride, std::gcd(y.stride << (8U * first), in_place(above.stride)));
      parts.push_back({sum(below.lo, y.lo, above.lo), sum(below.hi, y.hi, above.hi), stride});
    }
  }
  return intern(std::move(parts));
}

}  // namespace skein::abstract
