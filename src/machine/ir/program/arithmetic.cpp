// SPDX-License-Identifier: Apache-2.0
#include "machine/ir/program/arithmetic.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace skein::ir {

namespace {

// Single precision is computed in single precision: rounding twice could give another result.
std::uint64_t compute_real(Code code, unsigned bits, std::uint64_t a, std::uint64_t b) {
  const auto with = [&]<class T>(T x, T y) -> T {
    switch (code) {
      case Code::FAdd: return x + y;
      case Code::FSub: return x - y;
      case Code::FMul: return x * y;
      case Code::FDiv: return x / y;
      case Code::FRem: return std::fmod(x, y);
      default: return -x;  // FNeg
    }
  };
  if (bits == 32) {
    const auto x = std::bit_cast<float>(static_cast<std::uint32_t>(a));
    const auto y = std::bit_cast<float>(static_cast<std::uint32_t>(b));
    return std::bit_cast<std::uint32_t>(with(x, y));
  }
  return std::bit_cast<std::uint64_t>(with(std::bit_cast<double>(a), std::bit_cast<double>(b)));
}

// An integer as a floating-point number; rounded once, for the same reason.
template <class Integer>
std::uint64_t nearest_real(Integer value, unsigned bits) {
  return bits == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(value))
                    : std::bit_cast<std::uint64_t>(static_cast<double>(value));
}

// LLVM's numbering of predicates: bit 0 equal, 1 greater, 2 less, 3 unordered.
bool compare_real(unsigned predicate, double x, double y) {
  if (std::isnan(x) || std::isnan(y)) return (predicate & 8U) != 0;
  return ((predicate & 1U) != 0 && x == y) || ((predicate & 2U) != 0 && x > y) ||
         ((predicate & 4U) != 0 && x < y);
}

bool compare_integers(Compare kind, unsigned bits, std::uint64_t a, std::uint64_t b) {
  const std::int64_t x = signed_of(a, bits);
  const std::int64_t y = signed_of(b, bits);
  switch (kind) {
    case Compare::EQ: return a == b;
    case Compare::NE: return a != b;
    case Compare::UGT: return a > b;
    case Compare::UGE: return a >= b;
    case Compare::ULT: return a < b;
    case Compare::ULE: return a <= b;
    case Compare::SGT: return x > y;
    case Compare::SGE: return x >= y;
    case Compare::SLT: return x < y;
    case Compare::SLE: return x <= y;
  }
  return false;
}

std::uint64_t divide(const Instruction& in, std::uint64_t a, std::uint64_t b, Trouble& trouble) {
  if (b == 0) {
    trouble = Trouble::DivisionByZero;
    return 0;
  }
  const std::int64_t x = signed_of(a, in.bits);
  const std::int64_t y = signed_of(b, in.bits);
  if (in.code == Code::UDiv) return a / b;
  if (in.code == Code::URem) return a % b;
  const std::int64_t least = std::numeric_limits<std::int64_t>::min() >> (64 - in.bits);
  if (y == -1 && x == least) {
    trouble = Trouble::DivisionOverflow;
    return 0;
  }
  return static_cast<std::uint64_t>(in.code == Code::SDiv ? x / y : x % y);
}

bool overflows(const Instruction& in, std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = __int128;
  const Wide x = signed_of(a, in.bits);
  const Wide y = signed_of(b, in.bits);
  const Wide exact = in.code == Code::Add ? x + y : in.code == Code::Sub ? x - y : x * y;
  const Wide most = (static_cast<Wide>(1) << (in.bits - 1)) - 1;
  return exact > most || exact < -most - 1;
}

}  // namespace

std::uint64_t compute(const Instruction& in, std::uint64_t a, std::uint64_t b, Trouble& trouble) {
  const unsigned bits = in.bits;
  switch (in.code) {
    case Code::Add:
    case Code::Sub:
    case Code::Mul:
      if (in.sub != 0 && overflows(in, a, b)) trouble = Trouble::SignedOverflow;
      return cut_to(in.code == Code::Add ? a + b : in.code == Code::Sub ? a - b : a * b, bits);
    case Code::UDiv:
    case Code::SDiv:
    case Code::URem:
    case Code::SRem: return cut_to(divide(in, a, b, trouble), bits);
    case Code::Shl: return b >= bits ? 0 : cut_to(a << b, bits);
    case Code::LShr: return b >= bits ? 0 : a >> b;
    case Code::AShr:
      return cut_to(
          static_cast<std::uint64_t>(signed_of(a, bits) >> std::min<std::uint64_t>(b, 63)), bits);
    case Code::And: return a & b;
    case Code::Or: return a | b;
    case Code::Xor: return a ^ b;
    case Code::FAdd:
    case Code::FSub:
    case Code::FMul:
    case Code::FDiv:
    case Code::FRem:
    case Code::FNeg: return compute_real(in.code, bits, a, b);
    case Code::ICmp: return compare_integers(static_cast<Compare>(in.sub), bits, a, b) ? 1 : 0;
    case Code::FCmp: return compare_real(in.sub, real_of(a, bits), real_of(b, bits)) ? 1 : 0;
    case Code::Move: return a;
    case Code::Trunc:
    case Code::ZExt: return cut_to(a, bits);
    case Code::SExt: return cut_to(static_cast<std::uint64_t>(signed_of(a, in.bits2)), bits);
    case Code::FPToUI: {
      const double x = real_of(a, in.bits2);
      return x > 0 && x < 0x1p64 ? cut_to(static_cast<std::uint64_t>(x), bits) : 0;
    }
    case Code::FPToSI: {
      const double x = real_of(a, in.bits2);
      if (!(x >= -0x1p63 && x < 0x1p63)) return 0;
      return cut_to(static_cast<std::uint64_t>(static_cast<std::int64_t>(x)), bits);
    }
    case Code::UIToFP: return nearest_real(a, bits);
    case Code::SIToFP: return nearest_real(signed_of(a, in.bits2), bits);
    case Code::FPTrunc:
    case Code::FPExt: return bits_of(real_of(a, in.bits2), bits);
    case Code::Offset: return a + static_cast<std::uint64_t>(in.imm);
    case Code::Index:  // unsigned, so that the product wraps: an address modulo 2^64
      return a + static_cast<std::uint64_t>(signed_of(b, in.bits2)) *
                     static_cast<std::uint64_t>(in.imm);
    default: return 0;
  }
}

std::uint64_t modify(RmwKind kind, unsigned bits, std::uint64_t old, std::uint64_t operand) {
  const std::int64_t x = signed_of(old, bits);
  const std::int64_t y = signed_of(operand, bits);
  switch (kind) {
    case RmwKind::Xchg: return operand;
    case RmwKind::Add: return cut_to(old + operand, bits);
    case RmwKind::Sub: return cut_to(old - operand, bits);
    case RmwKind::And: return old & operand;
    case RmwKind::Nand: return cut_to(~(old & operand), bits);
    case RmwKind::Or: return old | operand;
    case RmwKind::Xor: return old ^ operand;
    case RmwKind::Max: return x > y ? old : operand;
    case RmwKind::Min: return x < y ? old : operand;
    case RmwKind::UMax: return std::max(old, operand);
    case RmwKind::UMin: return std::min(old, operand);
    case RmwKind::FAdd: return compute_real(Code::FAdd, bits, old, operand);
    case RmwKind::FSub: return compute_real(Code::FSub, bits, old, operand);
  }
  return old;
}

}  // namespace skein::ir
