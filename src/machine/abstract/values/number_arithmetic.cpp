// SPDX-License-Identifier: Apache-2.0
// The arithmetic of unknown numbers: operations, read-modify-writes and comparisons.
#include <array>
#include <utility>

#include "machine/abstract/values/compare.hpp"
#include "machine/abstract/values/numbers.hpp"
#include "machine/abstract/values/real_arithmetic.hpp"

namespace skein::abstract {

namespace {

using ir::Code;
using ir::Compare;

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

}  // namespace

void Troubles::add(ir::Trouble trouble) {
  division_by_zero |= trouble == ir::Trouble::DivisionByZero;
  division_overflow |= trouble == ir::Trouble::DivisionOverflow;
  signed_overflow |= trouble == ir::Trouble::SignedOverflow;
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
  } else if (is_real_arithmetic(in.code)) {
    parts = compute_reals(in, left, right);
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
      const auto rest = clipped(b, 1, kLargest);
      if (!rest) return;
      divisor = *rest;
    }
    const bool is_signed_division = in.code == Code::SDiv || in.code == Code::SRem;
    if (is_signed_division && b.contains(ir::cut_to(kLargest, in.bits)) &&
        a.contains(1ULL << (in.bits - 1U))) {
      troubles.division_overflow = true;
    }
  }
  if (is_shift(in.code)) {
    // The machine's shifts by too much are not LLVM's, which have no result.
    if (b.hi >= in.bits) {
      parts.push_back(Strided::constant(0));
      if (in.code == Code::AShr) parts.push_back(Strided::constant(ir::cut_to(kLargest, in.bits)));
    }
    const auto rest = clipped(b, 0, in.bits - 1U);
    if (!rest) return;
    divisor = *rest;
  }
  if (may_overflow(in, a, b)) troubles.signed_overflow = true;
  RangeResult result;
  range_(in, a, divisor, result);
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
    case RmwKind::FAdd: in.code = Code::FAdd; break;
    case RmwKind::FSub: in.code = Code::FSub; break;
    case RmwKind::Max:
    case RmwKind::Min:
    case RmwKind::UMax:
    case RmwKind::UMin: return join(old, operand);
    default: return any(bits);
  }
  return compute(in, old, operand, ignored);
}

NumberId Numbers::filter_reals(unsigned predicate, unsigned bits, NumberId a, NumberId b) {
  return intern_or_none(filtered_reals(predicate, bits, (*this)[a], (*this)[b]));
}

// The square of |x|, which is that of x.
NumberId Numbers::square_of_real(unsigned bits, NumberId a) {
  ir::Instruction times;
  times.code = Code::FMul;
  times.bits = static_cast<std::uint8_t>(bits);
  Troubles ignored;
  const NumberId size = intern(magnitudes_of(bits, (*this)[a]));
  return compute(times, size, size, ignored);
}

NumberId Numbers::filter(Compare predicate, unsigned bits, NumberId a, NumberId b) {
  if (!is_signed(predicate)) {
    return intern_or_none(filtered(predicate, (*this)[a], (*this)[b]));
  }
  const Parts left = with_flipped_sign((*this)[a], bits);
  const Parts right = with_flipped_sign((*this)[b], bits);
  return intern_or_none(with_flipped_sign(filtered(unsigned_of(predicate), left, right), bits));
}

}  // namespace skein::abstract
