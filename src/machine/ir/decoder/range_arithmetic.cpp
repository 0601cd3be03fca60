// SPDX-License-Identifier: Apache-2.0
// Arithmetic on intervals for abstract interpretation (machine/abstract/values/ranges.hpp).
//
// ConstantRange gives the ends of the result, KnownBits what its low bits must be; both are sound
// for every width. A stride becomes known low bits on the way in and comes from them on the way
// out; where the result cannot wrap around, sums and products keep strides that are not a power of
// two.
#include <llvm/ADT/APInt.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/Support/KnownBits.h>

#include <bit>
#include <cstdint>
#include <numeric>
#include <optional>

#include "machine/abstract/values/ranges.hpp"
#include "machine/ir/program/arithmetic.hpp"

namespace skein::ir {

namespace {

using abstract::RangeResult;
using abstract::Strided;
using llvm::APInt;
using llvm::ConstantRange;
using llvm::KnownBits;

ConstantRange range_of(const Strided& s, unsigned bits) {
  return ConstantRange::getNonEmpty(APInt(bits, s.lo), APInt(bits, s.hi) + 1);
}

unsigned low_bits_of(const Strided& s, unsigned bits) {
  return s.is_constant()
             ? bits
             : std::min<unsigned>(bits, static_cast<unsigned>(std::countr_zero(s.stride)));
}

KnownBits known_of(const Strided& s, unsigned bits) {
  KnownBits known = range_of(s, bits).toKnownBits();
  const APInt mask = APInt::getLowBitsSet(bits, low_bits_of(s, bits));
  const APInt value(bits, s.lo);
  known.One |= value & mask;
  known.Zero |= ~value & mask;
  return known;
}

std::optional<ConstantRange> apply(const Instruction& in, const ConstantRange& a,
                                   const ConstantRange& b) {
  switch (in.code) {
    case Code::Add: return a.add(b);
    case Code::Sub: return a.sub(b);
    case Code::Mul: return a.multiply(b);
    case Code::UDiv: return a.udiv(b);
    case Code::SDiv: return a.sdiv(b);
    case Code::URem: return a.urem(b);
    case Code::SRem: return a.srem(b);
    case Code::Shl: return a.shl(b);
    case Code::LShr: return a.lshr(b);
    case Code::AShr: return a.ashr(b);
    case Code::And: return a.binaryAnd(b);
    case Code::Or: return a.binaryOr(b);
    case Code::Xor: return a.binaryXor(b);
    case Code::Trunc: return a.truncate(in.bits);
    case Code::ZExt: return a.zeroExtend(in.bits);
    case Code::SExt: return a.signExtend(in.bits);
    default: return std::nullopt;
  }
}

KnownBits apply(const Instruction& in, const KnownBits& a, const KnownBits& b) {
  switch (in.code) {
    case Code::Add: return KnownBits::computeForAddSub(true, false, false, a, b);
    case Code::Sub: return KnownBits::computeForAddSub(false, false, false, a, b);
    case Code::Mul: return KnownBits::mul(a, b);
    case Code::And: return a & b;
    case Code::Or: return a | b;
    case Code::Xor: return a ^ b;
    case Code::Shl: return KnownBits::shl(a, b);
    case Code::LShr: return KnownBits::lshr(a, b);
    case Code::AShr: return KnownBits::ashr(a, b);
    case Code::Trunc: return a.trunc(in.bits);
    case Code::ZExt: return a.zext(in.bits);
    case Code::SExt: return a.sext(in.bits);
    default: return KnownBits(in.bits);
  }
}

// The values from lo to hi whose low bits are these.
void add_aligned(RangeResult& result, std::uint64_t lo, std::uint64_t hi, const KnownBits& known) {
  unsigned low = 0;
  const APInt both = known.Zero | known.One;
  while (low < known.getBitWidth() && low < 63 && both[low]) ++low;
  const std::uint64_t stride = 1ULL << low;
  const std::uint64_t residue = known.One.getLoBits(low).getZExtValue();
  const std::uint64_t first = lo + ((residue - lo) & (stride - 1));
  if (first < lo || first > hi) return;
  result.parts[result.count++] = Strided::up_to(first, hi, stride);
}

void add_range(RangeResult& result, const ConstantRange& range, const KnownBits& known) {
  const std::uint64_t most = APInt::getMaxValue(range.getBitWidth()).getZExtValue();
  if (range.isEmptySet()) return;
  if (range.isFullSet()) return add_aligned(result, 0, most, known);
  const std::uint64_t lo = range.getLower().getZExtValue();
  const std::uint64_t last = (range.getUpper() - 1).getZExtValue();
  if (lo <= last) return add_aligned(result, lo, last, known);
  add_aligned(result, 0, last, known);
  add_aligned(result, lo, most, known);
}

// Sums and products that do not wrap around, with their strides.
std::optional<Strided> exact(const Instruction& in, const Strided& a, const Strided& b) {
  const std::uint64_t most = cut_to(~0ULL, in.bits);
  const auto result = [](std::uint64_t lo, std::uint64_t hi, std::uint64_t stride) {
    return Strided{lo, hi, lo == hi ? 0 : stride};
  };
  const std::uint64_t stride = std::gcd(a.stride, b.stride);
  switch (in.code) {
    case Code::Add:
      if (a.hi > most - b.hi) return std::nullopt;
      return result(a.lo + b.lo, a.hi + b.hi, stride);
    case Code::Sub:
      if (a.lo < b.hi) return std::nullopt;
      return result(a.lo - b.hi, a.hi - b.lo, stride);
    case Code::Mul: {
      const Strided& factor = a.is_constant() ? a : b;
      const Strided& other = a.is_constant() ? b : a;
      if (!factor.is_constant()) return std::nullopt;
      if (factor.lo != 0 && other.hi > most / factor.lo) return std::nullopt;
      return result(other.lo * factor.lo, other.hi * factor.lo, other.stride * factor.lo);
    }
    case Code::ZExt: return a;
    case Code::Trunc:
      if (a.hi > most) return std::nullopt;
      return a;
    default: return std::nullopt;
  }
}

// A sum with a constant that wraps around for all elements, or for those beyond one place.
bool add_wrapped(const Instruction& in, const Strided& a, const Strided& b, RangeResult& result) {
  if (in.code != Code::Add && in.code != Code::Sub) return false;
  if (!b.is_constant()) return false;
  const std::uint64_t shift = in.code == Code::Add ? b.lo : cut_to(0 - b.lo, in.bits);
  const std::uint64_t most = cut_to(~0ULL, in.bits);
  if (a.is_constant() || shift == 0) return false;
  // Elements up to `last` stay below the end.
  const std::uint64_t last = most - shift;
  if (a.lo <= last) {
    const Strided part = Strided::up_to(a.lo, std::min(last, a.hi), a.stride);
    result.parts[result.count++] = {part.lo + shift, part.hi + shift, part.stride};
  }
  if (a.hi > last) {
    const std::uint64_t steps = a.lo > last ? 0 : (last - a.lo) / a.stride + 1;
    const Strided part = Strided::up_to(a.lo + steps * a.stride, a.hi, a.stride);
    result.parts[result.count++] = {cut_to(part.lo + shift, in.bits),
                                    cut_to(part.hi + shift, in.bits), part.stride};
  }
  return true;
}

}  // namespace

}  // namespace skein::ir

extern "C" __attribute__((visibility("default"))) void skein_ir_range(
    const skein::ir::Instruction& in, const skein::abstract::Strided& a,
    const skein::abstract::Strided& b, skein::abstract::RangeResult& result) {
  using namespace skein::ir;
  result.count = 0;
  if (const auto known = exact(in, a, b)) {
    result.parts[result.count++] = *known;
    return;
  }
  if (add_wrapped(in, a, b, result)) return;
  const bool is_conversion =
      in.code == Code::Trunc || in.code == Code::ZExt || in.code == Code::SExt;
  const unsigned bits = is_conversion ? in.bits2 : in.bits;
  const ConstantRange left = range_of(a, bits);
  const ConstantRange right = is_conversion ? left : range_of(b, bits);
  const std::optional<ConstantRange> range = apply(in, left, right);
  const KnownBits known =
      apply(in, known_of(a, bits), is_conversion ? known_of(a, bits) : known_of(b, bits));
  if (range && !known.hasConflict()) add_range(result, *range, known);
}
