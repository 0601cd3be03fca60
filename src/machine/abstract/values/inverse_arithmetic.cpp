// SPDX-License-Identifier: Apache-2.0
#include "machine/abstract/values/inverse_arithmetic.hpp"

#include <algorithm>

#include "machine/ir/program/arithmetic.hpp"

namespace skein::abstract {

namespace {

using ir::Code;

// Each result comes from `count` operands in a row: the first is result * count.
std::optional<Parts> from_quotients(std::uint64_t count, std::uint64_t largest,
                                    const Parts& results) {
  Parts operands;
  for (const Strided& part : results) {
    if (part.lo > largest / count) continue;
    const std::uint64_t last = std::min(part.hi, largest / count) * count;
    operands.push_back(
        Strided::up_to(part.lo * count, last + std::min(count - 1, largest - last), 1));
  }
  return operands;
}

// The operands are those that leave these remainders when divided by `modulus`; 0 stands for 2^64.
std::optional<Parts> from_remainders(std::uint64_t modulus, std::uint64_t largest,
                                     const Parts& remainders) {
  Parts operands;
  for (const Strided& part : remainders) {
    if (!part.is_constant()) return std::nullopt;
    if (part.lo > largest || (modulus != 0 && part.lo >= modulus)) continue;
    operands.push_back(modulus == 0 ? part : Strided::up_to(part.lo, largest, modulus));
  }
  return operands;
}

std::optional<Parts> from_products(std::uint64_t factor, unsigned bits, const Parts& results) {
  if (factor % 2 == 0) return std::nullopt;
  std::uint64_t inverse = factor;  // Newton's iteration: right in 3 bits, then 6, 12, ...
  for (int i = 0; i < 5; ++i) inverse *= 2 - factor * inverse;
  Parts operands;
  for (const Strided& part : results) {
    if (!part.is_constant()) return std::nullopt;
    operands.push_back(Strided::constant(ir::cut_to(part.lo * inverse, bits)));
  }
  return operands;
}

// Results whose lower `count` bits are zero, without these.
std::optional<Parts> without_low_bits(unsigned count, const Parts& results) {
  Parts shifted;
  for (const Strided& part : results) {
    if (!part.is_constant()) return std::nullopt;
    if (ir::cut_to(part.lo, count) == 0) shifted.push_back(Strided::constant(part.lo >> count));
  }
  return shifted;
}

}  // namespace

std::optional<Parts> inverse(const ir::Instruction& in, std::uint64_t b, const Parts& results) {
  const std::uint64_t largest = ir::cut_to(~0ULL, in.bits);
  const auto power = [](std::uint64_t n) { return n >= 64 ? 0 : 1ULL << n; };
  const bool is_shift = in.code == Code::Shl || in.code == Code::LShr;
  if (is_shift && (b == 0 || b >= in.bits)) return std::nullopt;
  switch (in.code) {
    case Code::LShr: return from_quotients(power(b), largest, results);
    case Code::UDiv: return b == 0 ? std::nullopt : from_quotients(b, largest, results);
    case Code::URem: return b == 0 ? std::nullopt : from_remainders(b, largest, results);
    case Code::Trunc: return from_remainders(power(in.bits), ir::cut_to(~0ULL, in.bits2), results);
    case Code::Mul: return from_products(b, in.bits, results);
    case Code::And:  // a mask of low bits
      if (b == 0 || ((b + 1) & b) != 0) return std::nullopt;
      return from_remainders(b + 1, largest, results);
    case Code::Shl: {
      const std::optional<Parts> low = without_low_bits(static_cast<unsigned>(b), results);
      return low ? from_remainders(power(in.bits - b), largest, *low) : std::nullopt;
    }
    default: return std::nullopt;
  }
}

}  // namespace skein::abstract
