// SPDX-License-Identifier: Apache-2.0
// Widening: where the values of a loop grow, they are taken to grow up to the next threshold.
#include <algorithm>
#include <array>
#include <utility>

#include "machine/abstract/values/numbers.hpp"

namespace skein::abstract {

namespace {

// The width that values of this size seem to have, to tell negative numbers from large ones.
unsigned likely_bits(std::uint64_t largest) {
  for (const unsigned bits : {8U, 16U, 32U}) {
    if (largest == ir::cut_to(largest, bits)) return bits;
  }
  return 64;
}

// Thresholds that every program has: the ends of the types, and infinite reals.
constexpr std::array<std::uint64_t, 16> kEnds = {0,
                                                 0x7f,
                                                 0x80,
                                                 0xff,
                                                 0x7fff,
                                                 0xffff,
                                                 0x7fffffff,
                                                 0x7f800000U,
                                                 0x80000000U,
                                                 0xff800000U,
                                                 0xffffffffU,
                                                 0x7ff0000000000000,
                                                 0x7fffffffffffffff,
                                                 0x8000000000000000U,
                                                 0xfff0000000000000U,
                                                 kLargest};

std::uint64_t next_below(std::uint64_t x, std::span<const std::uint64_t> thresholds) {
  std::uint64_t best = 0;
  for (const std::uint64_t t : kEnds) best = t <= x ? std::max(best, t) : best;
  for (const std::uint64_t t : thresholds) best = t <= x ? std::max(best, t) : best;
  return best;
}

std::uint64_t next_above(std::uint64_t x, std::span<const std::uint64_t> thresholds) {
  std::uint64_t best = kLargest;
  for (const std::uint64_t t : kEnds) best = t >= x ? std::min(best, t) : best;
  for (const std::uint64_t t : thresholds) best = t >= x ? std::min(best, t) : best;
  return best;
}

// Pointers to blocks that threads have made lie from here up to the sign bit of 64.
constexpr std::uint64_t kFirstPointer = static_cast<std::uint64_t>(ir::kAgentBase) << 32U;

// A block more or less is not growth, since blocks are few: each stays a part of its own. Pointers
// that grow inside a block may be any up to a threshold: there is none among pointers, but reals
// from 2 on have the same bits.
void widen_pointers(const Parts& narrow, const Parts& wide,
                    std::span<const std::uint64_t> thresholds, Parts& result) {
  const std::uint64_t last = 2 * kFirstPointer - 1;
  const Parts now = clipped(wide, kFirstPointer, last);
  const Parts then = clipped(narrow, kFirstPointer, last);
  const bool has_grown = std::any_of(now.begin(), now.end(), [&](const Strided& part) {
    if (contain(then, part)) return false;
    const std::uint64_t block = part.lo >> 32U;
    return block != part.hi >> 32U ||
           !clipped(then, block << 32U, (block << 32U) + 0xffffffffU).empty();
  });
  if (has_grown) {
    const bool sinks = then.empty() || now.front().lo < then.front().lo;
    const bool rises = then.empty() || now.back().hi > then.back().hi;
    const std::uint64_t lo =
        sinks ? std::max(kFirstPointer, next_below(now.front().lo, thresholds)) : now.front().lo;
    const std::uint64_t hi =
        rises ? std::min(last, next_above(now.back().hi, thresholds)) : now.back().hi;
    result.push_back({lo, hi, 1});
  } else {
    result.insert(result.end(), now.begin(), now.end());
  }
}

}  // namespace

NumberId Numbers::widen(NumberId before, NumberId after,
                        std::span<const std::uint64_t> thresholds) {
  if (covers(before, after)) return before;
  const NumberId both = join(before, after);
  const Parts& wide = (*this)[both];
  const Parts& narrow = (*this)[before];
  const std::uint64_t sign = 1ULL << (likely_bits(wide.back().hi) - 1);
  Parts result;
  const auto widen_group = [&](std::uint64_t from, std::uint64_t to) {
    const Parts now = clipped(wide, from, to);
    if (now.empty()) return;
    Strided all = now.front();
    for (const Strided& part : now) all = hull(all, part);
    const Parts then = clipped(narrow, from, to);
    std::uint64_t lo = all.lo;
    std::uint64_t hi = all.hi;
    if (then.empty() || lo < then.front().lo) lo = std::max(from, next_below(lo, thresholds));
    if (then.empty() || hi > then.back().hi) hi = std::min(to, next_above(hi, thresholds));
    std::uint64_t stride = all.stride;
    if (stride != 0 && lo != hi) {
      // The elements stay where they are; the new ends move to them.
      lo = all.lo - (all.lo - lo) / stride * stride;
      hi = all.hi + (hi - all.hi) / stride * stride;
    } else if (lo != hi) {
      stride = 1;
    }
    result.push_back({lo, hi, lo == hi ? 0 : stride});
  };
  if (sign == kFirstPointer << 1U) {
    widen_group(0, kFirstPointer - 1);
    widen_pointers(narrow, wide, thresholds, result);
  } else {
    widen_group(0, sign - 1);
  }
  widen_group(sign, kLargest);
  return intern(std::move(result));
}

}  // namespace skein::abstract
