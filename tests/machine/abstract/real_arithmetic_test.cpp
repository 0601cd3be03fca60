// SPDX-License-Identifier: Apache-2.0
// Unknown floating-point numbers against the machine's arithmetic: whatever an operation gives for
// elements of its operands is in its result, for intervals between special values and random ones.
#include "machine/abstract/values/real_arithmetic.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "machine/abstract/values/numbers.hpp"
#include "machine/ir/program/math_functions.hpp"

namespace skein::test {

namespace {

using abstract::NumberId;
using abstract::Numbers;
using abstract::Parts;
using abstract::Strided;
using abstract::Troubles;
using ir::Code;
using ir::Instruction;

std::uint64_t of(double x, unsigned bits) { return ir::bits_of(x, bits); }

bool has_value(const Parts& parts, std::uint64_t x) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](const Strided& part) { return part.contains(x); });
}

class RealsTest : public testing::TestWithParam<unsigned> {
 protected:
  [[nodiscard]] unsigned bits() const { return GetParam(); }

  std::uint64_t pick(std::uint64_t limit) {
    return std::uniform_int_distribution<std::uint64_t>(0, limit)(random_);
  }

  // Ends of the format, small integers, neighbours of all of these, and random patterns.
  std::uint64_t draw_value() {
    using D = std::numeric_limits<double>;
    using F = std::numeric_limits<float>;
    const bool is_float = bits() == 32;
    const std::array<double, 16> special = {0.0,
                                            is_float ? F::denorm_min() : D::denorm_min(),
                                            is_float ? F::min() : D::min(),
                                            is_float ? F::max() : D::max(),
                                            D::infinity(),
                                            0.5,
                                            1.0,
                                            2.0,
                                            3.0,
                                            10.0,
                                            2147483648.0,
                                            4294967296.0,
                                            9223372036854775808.0,
                                            1e-20,
                                            1e20,
                                            0.1};
    std::uint64_t x = 0;
    switch (pick(3)) {
      case 0: x = pick(ir::cut_to(~0ULL, bits())); break;
      case 1: x = of(static_cast<double>(pick(200)) / 8.0, bits()); break;
      default: x = of(special[pick(special.size() - 1)], bits()); break;
    }
    if (pick(2) == 0) x = ir::cut_to(x + pick(4) - 2, bits());
    if (pick(2) == 0) x ^= 1ULL << (bits() - 1);
    return x;
  }

  Parts draw() {
    if (pick(15) == 0) return {Strided{0, ir::cut_to(~0ULL, bits()), 1}};
    Parts parts;
    for (std::uint64_t i = pick(2) + 1; i > 0; --i) {
      const std::uint64_t x = draw_value();
      const std::uint64_t y = pick(3) == 0 ? x : draw_value();
      const std::uint64_t lo = std::min(x, y);
      const std::uint64_t hi = std::max(x, y);
      parts.push_back({lo, hi, lo == hi ? 0U : 1U});
    }
    return abstract::normalised(std::move(parts), 8);
  }

  // The ends of the parts, their neighbours, zeros, infinities, and some between.
  std::vector<std::uint64_t> samples(const Parts& parts) {
    std::vector<std::uint64_t> all;
    const std::uint64_t sign = 1ULL << (bits() - 1);
    const std::uint64_t infinity = of(std::numeric_limits<double>::infinity(), bits());
    for (const Strided& part : parts) {
      for (const std::uint64_t x :
           {part.lo, part.lo + 1, part.hi, part.hi - 1, std::uint64_t{0}, sign, infinity,
            infinity + sign, infinity + 1, infinity - 1, std::uint64_t{1}, sign + 1}) {
        if (part.contains(x)) all.push_back(x);
      }
      for (int i = 0; i < 6; ++i) {
        const std::uint64_t x = i < 3 ? part.lo + pick(part.hi - part.lo) : draw_value();
        if (part.contains(x)) all.push_back(x);
      }
    }
    return all;
  }

  std::mt19937_64 random_{17};
};

constexpr int kRealTrials = 4000;

// As Numbers computes it: few values one by one, many as intervals; here always as intervals.
TEST_P(RealsTest, OperationsCoverThoseOfTheMachine) {
  for (const Code code :
       {Code::FAdd, Code::FSub, Code::FMul, Code::FDiv, Code::FRem, Code::FNeg, Code::FCmp}) {
    Instruction in;
    in.code = code;
    in.bits = static_cast<std::uint8_t>(bits());
    for (int trial = 0; trial < kRealTrials; ++trial) {
      if (code == Code::FCmp) in.sub = static_cast<std::uint8_t>(trial % 16);
      const Parts a = draw();
      const Parts b = draw();
      const Parts result = abstract::compute_reals(in, a, b);
      for (const std::uint64_t x : samples(a)) {
        for (const std::uint64_t y : samples(b)) {
          ir::Trouble trouble = ir::Trouble::None;
          const std::uint64_t z = ir::compute(in, x, y, trouble);
          ASSERT_TRUE(has_value(result, z))
              << static_cast<int>(code) << " of " << std::hex << x << " and " << y << " is " << z;
        }
      }
    }
  }
}

TEST_P(RealsTest, ConversionsCoverThoseOfTheMachine) {
  const unsigned other = bits() == 32 ? 64 : 32;
  for (const unsigned width : {1U, 8U, 16U, 32U, 64U}) {
    for (const Code code : {Code::FPToUI, Code::FPToSI, Code::FPTrunc, Code::UIToFP}) {
      Instruction in;
      in.code = code == Code::FPTrunc && bits() == 32 ? Code::FPExt : code;
      const bool is_from_integer = code == Code::UIToFP;
      const bool is_to_real = code == Code::FPTrunc;
      in.bits = static_cast<std::uint8_t>(is_from_integer ? bits() : is_to_real ? other : width);
      in.bits2 = static_cast<std::uint8_t>(is_from_integer ? width : bits());
      for (int trial = 0; trial < kRealTrials; ++trial) {
        if (is_from_integer && trial % 2 == 0) in.code = Code::SIToFP;
        if (is_from_integer && trial % 2 == 1) in.code = Code::UIToFP;
        Parts a = draw();
        if (is_from_integer) {
          const std::uint64_t x = pick(ir::cut_to(~0ULL, width));
          const std::uint64_t y = ir::cut_to(pick(2) == 0 ? pick(~0ULL) : x + pick(20), width);
          a = {{std::min(x, y), std::max(x, y), x == y ? 0U : 1U}};
        }
        const Parts result = abstract::compute_reals(in, a, a);
        for (const std::uint64_t x : samples(a)) {
          ir::Trouble trouble = ir::Trouble::None;
          const std::uint64_t z = ir::compute(in, x, 0, trouble);
          ASSERT_TRUE(has_value(result, z)) << static_cast<int>(in.code) << " of " << std::hex << x
                                            << " is " << z << " of " << width;
        }
      }
    }
  }
}

TEST_P(RealsTest, AFilterKeepsAllThatFits) {
  for (int trial = 0; trial < 4 * kRealTrials; ++trial) {
    Instruction in;
    in.code = Code::FCmp;
    in.bits = static_cast<std::uint8_t>(bits());
    in.sub = static_cast<std::uint8_t>(trial % 16);
    const Parts a = draw();
    const Parts b = draw();
    const Parts kept = abstract::filtered_reals(in.sub, bits(), a, b);
    for (const std::uint64_t x : samples(a)) {
      for (const std::uint64_t y : samples(b)) {
        ir::Trouble trouble = ir::Trouble::None;
        if (ir::compute(in, x, y, trouble) == 0) continue;
        ASSERT_TRUE(has_value(kept, x)) << trial % 16 << ": " << std::hex << x << " and " << y;
      }
    }
    // And nothing that was not there.
    for (const Strided& part : kept) ASSERT_TRUE(has_value(a, part.lo) && has_value(a, part.hi));
  }
}

TEST_P(RealsTest, FunctionsCoverThoseOfTheHost) {
  const bool is_float = bits() == 32;
  int known = 0;
  for (const ir::MathFunction& function : ir::kMathFunctions) {
    if (function.whole != nullptr || function.three != nullptr) continue;
    const bool has_two = function.two != nullptr;
    for (int trial = 0; trial < kRealTrials; ++trial) {
      const Parts a = draw();
      const Parts b = draw();
      const std::optional<Parts> result = abstract::compute_math(function.name, bits(), a, b);
      if (!result) break;
      if (trial == 0) ++known;
      for (const std::uint64_t x : samples(a)) {
        const std::vector<std::uint64_t> others =
            has_two ? samples(b) : std::vector<std::uint64_t>{0};
        for (const std::uint64_t y : others) {
          const double p = ir::real_of(x, bits());
          const double q = ir::real_of(y, bits());
          const auto pf = static_cast<float>(p);
          const auto qf = static_cast<float>(q);
          double z = 0;
          if (is_float) {
            z = has_two ? function.two_f(pf, qf) : function.one_f(pf);
          } else {
            z = has_two ? function.two(p, q) : function.one(p);
          }
          ASSERT_TRUE(has_value(*result, of(z, bits())))
              << function.name << " of " << p << " and " << q << " is " << z;
        }
      }
    }
  }
  EXPECT_GE(known, 13);
}

TEST_P(RealsTest, ClassesAreThoseOfTheNumbers) {
  for (int trial = 0; trial < kRealTrials; ++trial) {
    const Parts a = draw();
    const auto classes = static_cast<unsigned>(pick(0x3ff));
    const Parts members = abstract::reals_of_class(classes, bits(), a);
    const Parts others = abstract::reals_of_class(~classes & 0x3ffU, bits(), a);
    for (const std::uint64_t x : samples(a)) {
      const double value = ir::real_of(x, bits());
      const bool is_negative = (x >> (bits() - 1)) != 0;
      const bool is_subnormal = bits() == 32
                                    ? std::fpclassify(static_cast<float>(value)) == FP_SUBNORMAL
                                    : std::fpclassify(value) == FP_SUBNORMAL;
      const bool is_quiet = (x >> (bits() == 32 ? 22U : 51U) & 1U) != 0;
      const unsigned itself = std::isnan(value)   ? (is_quiet ? 0x2U : 0x1U)
                              : std::isinf(value) ? (is_negative ? 0x4U : 0x200U)
                              : value == 0        ? (is_negative ? 0x20U : 0x40U)
                              : is_subnormal      ? (is_negative ? 0x10U : 0x80U)
                                                  : (is_negative ? 0x8U : 0x100U);
      ASSERT_EQ(has_value(members, x), (classes & itself) != 0) << std::hex << x;
      ASSERT_EQ(has_value(others, x), (classes & itself) == 0) << std::hex << x;
    }
  }
}

// Not only right, but precise.
TEST_P(RealsTest, IntervalsStayNarrow) {
  const auto interval = [&](double lo, double hi) {
    return Parts{{of(lo, bits()), of(hi, bits()), 1}};
  };
  Instruction in;
  in.bits = static_cast<std::uint8_t>(bits());
  in.code = Code::FAdd;
  EXPECT_EQ(abstract::normalised(abstract::compute_reals(in, interval(1, 2), interval(3, 4)), 8),
            interval(4, 6));
  in.code = Code::FMul;
  EXPECT_EQ(abstract::normalised(abstract::compute_reals(in, interval(2, 3), interval(4, 5)), 8),
            interval(8, 15));
  in.code = Code::FDiv;
  EXPECT_EQ(abstract::normalised(abstract::compute_reals(in, interval(6, 8), interval(2, 4)), 8),
            interval(1.5, 4));
  in.code = Code::FSub;
  const Parts difference = abstract::compute_reals(in, interval(1, 2), interval(1, 4));
  EXPECT_TRUE(has_value(difference, of(-3, bits())));
  EXPECT_FALSE(has_value(difference, of(-3.0001, bits())));
  EXPECT_FALSE(has_value(difference, of(1.0001, bits())));
  EXPECT_FALSE(has_value(difference, of(std::numeric_limits<double>::quiet_NaN(), bits())));
  const Parts all = {Strided{0, ir::cut_to(~0ULL, bits()), 1}};
  const Parts less = abstract::filtered_reals(4, bits(), all, interval(1, 2));
  EXPECT_TRUE(has_value(less, of(1.9999, bits())));
  EXPECT_FALSE(has_value(less, of(2, bits())));
  EXPECT_TRUE(has_value(less, of(-1e9, bits())));
  EXPECT_FALSE(has_value(less, of(std::numeric_limits<double>::quiet_NaN(), bits())));
}

INSTANTIATE_TEST_SUITE_P(Formats, RealsTest, testing::Values(32U, 64U),
                         [](const auto& format) { return std::to_string(format.param); });

}  // namespace

}  // namespace skein::test
