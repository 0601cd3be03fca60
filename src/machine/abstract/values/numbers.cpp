// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/values/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "core/ensure.hpp"

namespace skein::abstract {

NumberId Numbers::intern(Parts parts) {
  parts = normalised(std::move(parts), kMostParts);
  ensure(!parts.empty(), "a number without values");
  const auto [it, is_new] = ids_.emplace(std::move(parts), NumberId{numbers_.size()});
  if (is_new) numbers_.push_back(it->first);
  return it->second;
}

NumberId Numbers::intern_or_none(Parts parts) {
  return parts.empty() ? NumberId{} : intern(std::move(parts));
}

NumberId Numbers::between_signed(std::int64_t lo, std::int64_t hi, unsigned bits) {
  const auto cut = [&](std::int64_t x) { return ir::cut_to(static_cast<std::uint64_t>(x), bits); };
  if ((lo < 0) == (hi < 0)) return between(cut(lo), cut(hi));
  const std::uint64_t most = ir::cut_to(kLargest, bits);
  return intern(
      {Strided{0, cut(hi), hi == 0 ? 0U : 1U}, Strided{cut(lo), most, cut(lo) == most ? 0U : 1U}});
}

std::pair<std::int64_t, std::int64_t> Numbers::signed_bounds(NumberId n) const {
  constexpr std::uint64_t kSign = 1ULL << 63U;
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  std::int64_t most = std::numeric_limits<std::int64_t>::min();
  for (const Strided& part : (*this)[n]) {
    const bool crosses = part.lo < kSign && part.hi >= kSign;
    const auto lo =
        crosses ? std::numeric_limits<std::int64_t>::min() : static_cast<std::int64_t>(part.lo);
    const auto hi =
        crosses ? std::numeric_limits<std::int64_t>::max() : static_cast<std::int64_t>(part.hi);
    least = std::min(least, lo);
    most = std::max(most, hi);
  }
  return {least, most};
}

std::optional<std::pair<std::int64_t, std::int64_t>> Numbers::bounds_in(NumberId n, unsigned bits,
                                                                        bool is_signed) const {
  constexpr std::int64_t kFar = std::int64_t{1} << 59U;
  const Parts& parts = (*this)[n];
  if (parts.back().hi != ir::cut_to(parts.back().hi, bits)) return std::nullopt;
  std::int64_t least = kFar;
  std::int64_t most = -kFar;
  const std::uint64_t sign = 1ULL << (bits - 1);
  for (const Strided& part : parts) {
    if (!is_signed) {
      if (part.hi >= static_cast<std::uint64_t>(kFar)) return std::nullopt;
      least = std::min(least, static_cast<std::int64_t>(part.lo));
      most = std::max(most, static_cast<std::int64_t>(part.hi));
      continue;
    }
    for (const auto& half : {clipped(part, 0, sign - 1), clipped(part, sign, kLargest)}) {
      if (!half) continue;
      least = std::min(least, ir::signed_of(half->lo, bits));
      most = std::max(most, ir::signed_of(half->hi, bits));
    }
  }
  if (least <= -kFar || most >= kFar) return std::nullopt;
  return std::pair{least, most};
}

bool Numbers::contains(NumberId n, std::uint64_t value) const {
  return std::any_of((*this)[n].begin(), (*this)[n].end(),
                     [&](const Strided& part) { return part.contains(value); });
}

std::vector<std::uint64_t> Numbers::elements(NumberId n, std::size_t most) const {
  const Parts& parts = (*this)[n];
  std::vector<std::uint64_t> result;
  if (count_of(parts) > most) return result;
  for (const Strided& part : parts) {
    for (std::uint64_t i = 0; i <= part.steps(); ++i) result.push_back(part.lo + i * part.stride);
  }
  return result;
}

std::string Numbers::text(NumberId n, unsigned bits) const {
  const Parts& parts = (*this)[n];
  const auto one = [&](std::uint64_t x) { return std::to_string(ir::signed_of(x, bits)); };
  // Negative numbers first.
  Parts ordered = with_flipped_sign(parts, bits);
  const std::uint64_t sign = 1ULL << (bits - 1);
  std::string text;
  for (const Strided& part : ordered) {
    if (!text.empty()) text += ", ";
    const std::uint64_t lo = ir::cut_to(part.lo ^ sign, bits);
    const std::uint64_t hi = ir::cut_to(part.hi ^ sign, bits);
    text += part.is_constant() ? one(lo) : one(lo) + ".." + one(hi);
    if (part.stride > 1) text += fmt::format(" by {}", part.stride);
  }
  return ordered.size() == 1 && ordered.front().is_constant() ? text : "{" + text + "}";
}

bool Numbers::covers(NumberId large, NumberId small) {
  if (large == small) return true;
  const auto [it, is_new] = covers_.emplace(Key{0, large.value, small.value}, false);
  if (!is_new) return it->second;
  it->second = std::all_of((*this)[small].begin(), (*this)[small].end(),
                           [&](const Strided& part) { return contain((*this)[large], part); });
  return it->second;
}

NumberId Numbers::join(NumberId a, NumberId b) {
  if (a == b) return a;
  if (b < a) std::swap(a, b);
  const auto [it, is_new] = joins_.emplace(Key{0, a.value, b.value}, NumberId{});
  if (is_new) {
    Parts parts = (*this)[a];
    parts.insert(parts.end(), (*this)[b].begin(), (*this)[b].end());
    it->second = intern(std::move(parts));
  }
  return it->second;
}

NumberId Numbers::meet(NumberId a, NumberId b) {
  if (a == b || covers(b, a)) return a;
  if (covers(a, b)) return b;
  return intern_or_none(common((*this)[a], (*this)[b]));
}

}  // namespace skein::abstract
