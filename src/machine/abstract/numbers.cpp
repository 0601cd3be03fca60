// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include "core/ensure.hpp"
#include "machine/abstract/compare.hpp"

namespace skein::abstract {

namespace {

using ir::Code;
using ir::Compare;

// Up to this many combinations of elements are computed one by one.
constexpr std::size_t kMostCombinations = 64;

constexpr std::uint64_t kSaturated = ~0ULL;

std::uint64_t count_of(const Parts& parts) {
  std::uint64_t count = 0;
  for (const Strided& part : parts) {
    const std::uint64_t more = part.steps();
    if (more >= kSaturated - count - 1) return kSaturated;
    count += more + 1;
  }
  return count;
}

bool may_merge_exactly(const Strided& a, const Strided& b) {
  return a.stride <= 1 && b.stride <= 1 && a.hi + 1 == b.lo;
}

Parts normalised(Parts parts) {
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
  while (result.size() > Numbers::kMostParts) {
    std::size_t best = 0;
    for (std::size_t i = 1; i + 1 < result.size(); ++i) {
      if (result[i + 1].lo - result[i].hi < result[best + 1].lo - result[best].hi) best = i;
    }
    result[best] = hull(result[best], result[best + 1]);
    result.erase(result.begin() + static_cast<std::ptrdiff_t>(best) + 1);
  }
  return result;
}

// The elements of `part` from lo to hi.
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

Parts common(const Parts& a, const Parts& b) {
  Parts result;
  for (const Strided& x : a) {
    for (const Strided& y : b) {
      if (const auto both = common(x, y)) result.push_back(*both);
    }
  }
  return result;
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

// Signed order is unsigned order with the sign bit flipped.
Parts with_flipped_sign(const Parts& parts, unsigned bits) {
  const std::uint64_t sign = 1ULL << (bits - 1);
  Parts result;
  for (const Strided& part : parts) {
    if (auto low = clipped(part, 0, sign - 1)) {
      result.push_back({low->lo + sign, low->hi + sign, low->stride});
    }
    if (auto high = clipped(part, sign, kSaturated)) {
      result.push_back({high->lo - sign, high->hi - sign, high->stride});
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

bool is_signed(Compare predicate) { return predicate >= Compare::SGT; }

Compare unsigned_of(Compare predicate) {
  switch (predicate) {
    case Compare::SGT: return Compare::UGT;
    case Compare::SGE: return Compare::UGE;
    case Compare::SLT: return Compare::ULT;
    case Compare::SLE: return Compare::ULE;
    default: return predicate;
  }
}

// For unsigned predicates.
Parts filtered(Compare predicate, const Parts& a, const Parts& b) {
  const std::uint64_t least = b.front().lo;
  const std::uint64_t most = b.back().hi;
  switch (predicate) {
    case Compare::EQ: return common(a, b);
    case Compare::NE: return b.size() == 1 && b.front().is_constant() ? without(a, least) : a;
    case Compare::ULT: return most == 0 ? Parts{} : clipped(a, 0, most - 1);
    case Compare::ULE: return clipped(a, 0, most);
    case Compare::UGT: return least == kSaturated ? Parts{} : clipped(a, least + 1, kSaturated);
    default: return clipped(a, least, kSaturated);
  }
}

bool is_integer_arithmetic(Code code) {
  return (code >= Code::Add && code <= Code::Xor) || code == Code::Trunc || code == Code::ZExt ||
         code == Code::SExt;
}

bool is_division(Code code) {
  return code == Code::UDiv || code == Code::SDiv || code == Code::URem || code == Code::SRem;
}

bool is_shift(Code code) { return code == Code::Shl || code == Code::LShr || code == Code::AShr; }

// Whether a sum, difference or product of signed numbers may not fit. Only instructions whose
// overflow the language forbids are marked in `sub`.
bool may_overflow(const ir::Instruction& in, const Strided& a, const Strided& b) {
  __extension__ using Wide = __int128;
  const bool is_marked = in.code == Code::Add || in.code == Code::Sub || in.code == Code::Mul;
  if (!is_marked || in.sub == 0) return false;
  const std::uint64_t sign = 1ULL << (in.bits - 1U);
  const auto ends = [&](const Strided& s) -> std::array<Wide, 2> {
    if (s.lo < sign && s.hi >= sign) return {-static_cast<Wide>(sign), static_cast<Wide>(sign) - 1};
    return {ir::signed_of(s.lo, in.bits), ir::signed_of(s.hi, in.bits)};
  };
  for (const Wide x : ends(a)) {
    for (const Wide y : ends(b)) {
      const Wide exact = in.code == Code::Add ? x + y : in.code == Code::Sub ? x - y : x * y;
      if (exact >= static_cast<Wide>(sign) || exact < -static_cast<Wide>(sign)) return true;
    }
  }
  return false;
}

// The width that values of this size seem to have, to tell negative numbers from large ones.
unsigned likely_bits(std::uint64_t largest) {
  for (const unsigned bits : {8U, 16U, 32U}) {
    if (largest == ir::cut_to(largest, bits)) return bits;
  }
  return 64;
}

// Thresholds that every program has: the ends of the types.
constexpr std::array<std::uint64_t, 12> kEnds = {0,
                                                 0x7f,
                                                 0x80,
                                                 0xff,
                                                 0x7fff,
                                                 0xffff,
                                                 0x7fffffff,
                                                 0x80000000U,
                                                 0xffffffffU,
                                                 0x7fffffffffffffff,
                                                 0x8000000000000000U,
                                                 kSaturated};

std::uint64_t next_below(std::uint64_t x, std::span<const std::uint64_t> thresholds) {
  std::uint64_t best = 0;
  for (const std::uint64_t t : kEnds) best = t <= x ? std::max(best, t) : best;
  for (const std::uint64_t t : thresholds) best = t <= x ? std::max(best, t) : best;
  return best;
}

std::uint64_t next_above(std::uint64_t x, std::span<const std::uint64_t> thresholds) {
  std::uint64_t best = kSaturated;
  for (const std::uint64_t t : kEnds) best = t >= x ? std::min(best, t) : best;
  for (const std::uint64_t t : thresholds) best = t >= x ? std::min(best, t) : best;
  return best;
}

}  // namespace

void Troubles::add(ir::Trouble trouble) {
  division_by_zero |= trouble == ir::Trouble::DivisionByZero;
  division_overflow |= trouble == ir::Trouble::DivisionOverflow;
  signed_overflow |= trouble == ir::Trouble::SignedOverflow;
}

NumberId Numbers::intern(Parts parts) {
  parts = normalised(std::move(parts));
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
  const std::uint64_t most = ir::cut_to(kSaturated, bits);
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
  const Parts& parts = (*this)[large];
  it->second = std::all_of((*this)[small].begin(), (*this)[small].end(), [&](const Strided& s) {
    if (std::any_of(parts.begin(), parts.end(), [&](const Strided& l) { return l.contains(s); })) {
      return true;
    }
    // Elements of one part may be in several.
    if (s.steps() > kMostCombinations) return false;
    for (std::uint64_t i = 0; i <= s.steps(); ++i) {
      if (!contains(large, s.lo + i * s.stride)) return false;
    }
    return true;
  });
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
  widen_group(0, sign - 1);
  widen_group(sign, kSaturated);
  return intern(std::move(result));
}

NumberId Numbers::compute(const ir::Instruction& in, NumberId a, NumberId b, Troubles& troubles) {
  const std::uint32_t what = (static_cast<std::uint32_t>(in.code) << 24U) +
                             (static_cast<std::uint32_t>(in.sub) << 16U) +
                             (static_cast<std::uint32_t>(in.bits) << 8U) + in.bits2;
  const auto [it, is_new] = results_.emplace(Key{what, a.value, b.value}, Result{});
  if (is_new) {
    const Result result = compute_new(in, a, b);
    it->second = result;
  }
  troubles.division_by_zero |= it->second.troubles.division_by_zero;
  troubles.division_overflow |= it->second.troubles.division_overflow;
  troubles.signed_overflow |= it->second.troubles.signed_overflow;
  return it->second.number;
}

Numbers::Result Numbers::compute_new(const ir::Instruction& in, NumberId a, NumberId b) {
  Result result;
  Parts parts;
  const Parts& left = (*this)[a];
  const Parts& right = (*this)[b];
  const std::uint64_t count = count_of(left);
  const std::uint64_t others = count_of(right);
  if (count <= kMostCombinations && others <= kMostCombinations &&
      count * others <= kMostCombinations) {
    for (const std::uint64_t x : elements(a, kMostCombinations)) {
      for (const std::uint64_t y : elements(b, kMostCombinations)) {
        ir::Trouble trouble = ir::Trouble::None;
        const std::uint64_t z = ir::compute(in, x, y, trouble);
        result.troubles.add(trouble);
        if (trouble == ir::Trouble::None || trouble == ir::Trouble::SignedOverflow) {
          parts.push_back(Strided::constant(z));
        }
      }
    }
  } else if (in.code == Code::ICmp) {
    const auto predicate = static_cast<Compare>(in.sub);
    if (!filter(predicate, in.bits, a, b).is_none()) parts.push_back(Strided::constant(1));
    if (!filter(negated(predicate), in.bits, a, b).is_none()) {
      parts.push_back(Strided::constant(0));
    }
  } else if (is_integer_arithmetic(in.code)) {
    for (const Strided& x : left) {
      for (const Strided& y : right) compute_parts(in, x, y, parts, result.troubles);
    }
  } else if (in.code == Code::FCmp) {
    return {between(0, 1), {}};
  } else {
    return {any(in.bits), {}};
  }
  result.number = intern_or_none(std::move(parts));
  return result;
}

void Numbers::compute_parts(const ir::Instruction& in, const Strided& a, const Strided& b,
                            Parts& parts, Troubles& troubles) {
  Strided divisor = b;
  if (is_division(in.code)) {
    if (b.contains(0)) {
      troubles.division_by_zero = true;
      const auto rest = clipped(b, 1, kSaturated);
      if (!rest) return;
      divisor = *rest;
    }
    const bool is_signed_division = in.code == Code::SDiv || in.code == Code::SRem;
    if (is_signed_division && b.contains(ir::cut_to(kSaturated, in.bits)) &&
        a.contains(1ULL << (in.bits - 1U))) {
      troubles.division_overflow = true;
    }
  }
  if (is_shift(in.code)) {
    // The machine's shifts by too much are not LLVM's, which have no result.
    if (b.hi >= in.bits) {
      parts.push_back(Strided::constant(0));
      if (in.code == Code::AShr)
        parts.push_back(Strided::constant(ir::cut_to(kSaturated, in.bits)));
    }
    const auto rest = clipped(b, 0, in.bits - 1U);
    if (!rest) return;
    divisor = *rest;
  }
  if (may_overflow(in, a, b)) troubles.signed_overflow = true;
  const RangeResult result = range_(in, a, divisor);
  for (unsigned i = 0; i < result.count; ++i) parts.push_back(result.parts[i]);
}

NumberId Numbers::modify(ir::RmwKind kind, unsigned bits, NumberId old, NumberId operand) {
  using ir::RmwKind;
  if (kind == RmwKind::Xchg) return operand;
  const std::vector<std::uint64_t> left = elements(old, kMostCombinations);
  const std::vector<std::uint64_t> right = elements(operand, kMostCombinations);
  if (!left.empty() && !right.empty() && left.size() * right.size() <= kMostCombinations) {
    Parts parts;
    for (const std::uint64_t x : left) {
      for (const std::uint64_t y : right) {
        parts.push_back(Strided::constant(ir::cut_to(ir::modify(kind, bits, x, y), bits)));
      }
    }
    return intern(std::move(parts));
  }
  ir::Instruction in;
  in.bits = static_cast<std::uint8_t>(bits);
  Troubles ignored;
  switch (kind) {
    case RmwKind::Add: in.code = Code::Add; break;
    case RmwKind::Sub: in.code = Code::Sub; break;
    case RmwKind::And: in.code = Code::And; break;
    case RmwKind::Or: in.code = Code::Or; break;
    case RmwKind::Xor: in.code = Code::Xor; break;
    case RmwKind::Max:
    case RmwKind::Min:
    case RmwKind::UMax:
    case RmwKind::UMin: return join(old, operand);
    default: return any(bits);
  }
  return compute(in, old, operand, ignored);
}

NumberId Numbers::filter(Compare predicate, unsigned bits, NumberId a, NumberId b) {
  if (!is_signed(predicate)) {
    return intern_or_none(filtered(predicate, (*this)[a], (*this)[b]));
  }
  const Parts left = with_flipped_sign((*this)[a], bits);
  const Parts right = with_flipped_sign((*this)[b], bits);
  return intern_or_none(with_flipped_sign(filtered(unsigned_of(predicate), left, right), bits));
}

NumberId Numbers::combine(ir::Code code, NumberId a, NumberId b) {
  ir::Instruction in;
  in.code = code;
  in.bits = 64;
  Troubles ignored;
  const NumberId result = compute(in, a, b, ignored);
  return result.is_none() ? any(64) : result;
}

NumberId Numbers::extract(NumberId n, unsigned first, unsigned count) {
  if (first + count > 8) return any(8 * count);
  const std::vector<std::uint64_t> values = elements(n, kMostCombinations);
  if (!values.empty()) {
    Parts parts;
    for (const std::uint64_t x : values) {
      parts.push_back(Strided::constant(ir::cut_to(x >> (8U * first), 8 * count)));
    }
    return intern(std::move(parts));
  }
  const std::uint64_t most = ir::cut_to(kSaturated, 8 * count);
  if (first == 0 && (*this)[n].back().hi <= most) return n;
  const NumberId moved = combine(ir::Code::LShr, n, constant(8U * first));
  return combine(ir::Code::And, moved, constant(most));
}

NumberId Numbers::insert(NumberId n, unsigned size, NumberId bytes, unsigned first,
                         unsigned count) {
  if (first == 0 && count == size) return bytes;
  const std::vector<std::uint64_t> old = elements(n, kMostCombinations);
  const std::vector<std::uint64_t> now = elements(bytes, kMostCombinations);
  if (old.empty() || now.empty() || old.size() * now.size() > kMostCombinations) {
    const std::uint64_t replaced = ir::cut_to(kSaturated, 8 * count) << (8U * first);
    const NumberId kept = combine(ir::Code::And, n, constant(ir::cut_to(~replaced, 8 * size)));
    const NumberId moved = combine(ir::Code::Shl, bytes, constant(8U * first));
    return combine(ir::Code::And, combine(ir::Code::Or, kept, moved),
                   constant(ir::cut_to(kSaturated, 8 * size)));
  }
  const std::uint64_t mask = ir::cut_to(kSaturated, 8 * count) << (8U * first);
  Parts parts;
  for (const std::uint64_t x : old) {
    for (const std::uint64_t y : now) {
      parts.push_back(Strided::constant((x & ~mask) | ((y << (8U * first)) & mask)));
    }
  }
  return intern(std::move(parts));
}

}  // namespace skein::abstract
