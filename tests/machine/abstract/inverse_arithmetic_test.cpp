// SPDX-License-Identifier: Apache-2.0
// Inverses by brute force: every operand whose result is among those given is in the inverse, for
// all operands and all constants of a few bits; and inverses are as narrow as the types allow.
#include "machine/abstract/values/inverse_arithmetic.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "machine/ir/program/arithmetic.hpp"

namespace skein::test {

namespace {

using abstract::Parts;
using abstract::Strided;
using ir::Code;
using ir::Instruction;

constexpr Code kInvertible[] = {Code::LShr, Code::UDiv, Code::URem, Code::Trunc,
                                Code::Mul,  Code::And,  Code::Shl};

Instruction make(Code code, unsigned bits, unsigned from_bits) {
  Instruction in;
  in.code = code;
  in.bits = static_cast<std::uint8_t>(bits);
  in.bits2 = static_cast<std::uint8_t>(from_bits);
  return in;
}

bool is_in(const Parts& parts, std::uint64_t value) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](const Strided& part) { return part.contains(value); });
}

std::uint64_t result_of(const Instruction& in, std::uint64_t a, std::uint64_t b) {
  switch (in.code) {
    case Code::LShr: return a >> b;
    case Code::UDiv: return a / b;
    case Code::URem: return a % b;
    case Code::Trunc: return ir::cut_to(a, in.bits);
    case Code::Mul: return ir::cut_to(a * b, in.bits);
    case Code::And: return a & b;
    default: return ir::cut_to(a << b, in.bits);
  }
}

// The second operands for which the instruction has a result.
bool is_defined(const Instruction& in, std::uint64_t b) {
  if (in.code == Code::UDiv || in.code == Code::URem) return b != 0;
  return (in.code != Code::Shl && in.code != Code::LShr) || b < in.bits;
}

}  // namespace

TEST(InverseArithmetic, HasEveryOperand) {
  std::mt19937_64 random(1);
  const auto pick = [&](std::uint64_t limit) {
    return std::uniform_int_distribution<std::uint64_t>(0, limit)(random);
  };
  std::size_t known = 0;
  for (const Code code : kInvertible) {
    for (const unsigned bits : {3U, 5U, 8U}) {
      const unsigned from_bits = code == Code::Trunc ? bits + 2 : bits;
      const Instruction in = make(code, bits, from_bits);
      const std::uint64_t most = ir::cut_to(~0ULL, bits);
      for (std::uint64_t b = 0; b <= most; ++b) {
        if (!is_defined(in, b)) continue;
        for (int trial = 0; trial < 20; ++trial) {
          Parts results{Strided::constant(pick(most))};
          if (trial % 2 == 0) {
            const std::uint64_t lo = pick(most);
            results.push_back(Strided::up_to(lo, lo + pick(most - lo), pick(2) + 1));
          }
          const auto operands = inverse(in, b, results);
          if (!operands) continue;
          ++known;
          for (std::uint64_t a = 0; a <= ir::cut_to(~0ULL, from_bits); ++a) {
            if (!is_in(results, result_of(in, a, b))) continue;
            EXPECT_TRUE(is_in(*operands, a))
                << static_cast<int>(code) << ": " << a << ", " << b << ", bits " << bits;
          }
        }
      }
    }
  }
  EXPECT_GT(known, 2000U);
}

TEST(InverseArithmetic, IsNarrow) {
  const auto of = [](Code code, unsigned bits, unsigned from_bits, std::uint64_t b, Parts results) {
    return inverse(make(code, bits, from_bits), b, results);
  };
  const auto one = [](std::uint64_t value) { return Parts{Strided::constant(value)}; };
  EXPECT_EQ(of(Code::LShr, 32, 32, 30, one(2)), (Parts{{0x80000000U, 0xbfffffffU, 1}}));
  EXPECT_EQ(of(Code::LShr, 32, 32, 30, one(4)), Parts{});
  EXPECT_EQ(of(Code::UDiv, 8, 8, 100, {{1, 9, 1}}), (Parts{{100, 255, 1}}));
  EXPECT_EQ(of(Code::URem, 8, 8, 100, one(7)), (Parts{{7, 207, 100}}));
  EXPECT_EQ(of(Code::Trunc, 8, 16, 0, one(7)), (Parts{{7, 0xff07, 256}}));
  EXPECT_EQ(of(Code::Mul, 32, 32, 2654435761U, one(ir::cut_to(12345ULL * 2654435761U, 32))),
            one(12345));
  EXPECT_EQ(of(Code::And, 64, 64, 15, one(3)), (Parts{{3, ~0ULL - 12, 16}}));
  EXPECT_EQ(of(Code::Shl, 8, 8, 3, one(0x18)), (Parts{{3, 227, 32}}));
  EXPECT_EQ(of(Code::Shl, 8, 8, 3, one(0x19)), Parts{});
}

}  // namespace skein::test
