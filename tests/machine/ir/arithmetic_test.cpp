// SPDX-License-Identifier: Apache-2.0
// Conversions between integers and floating-point numbers, and addresses: each result is what the
// processor computes.
#include "machine/ir/program/arithmetic.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <limits>

namespace skein::ir {
namespace {

std::uint64_t convert(Code code, unsigned from, unsigned to, std::uint64_t value) {
  Instruction in;
  in.code = code;
  in.bits = static_cast<std::uint8_t>(to);
  in.bits2 = static_cast<std::uint8_t>(from);
  Trouble trouble = Trouble::None;
  const std::uint64_t result = compute(in, value, 0, trouble);
  EXPECT_EQ(trouble, Trouble::None);
  return result;
}

std::uint64_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }
std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

constexpr std::uint64_t kLeast = 1ULL << 63U;

TEST(Arithmetic, TheLeastAndGreatestNumbersThatFitAreConverted) {
  EXPECT_EQ(convert(Code::FPToSI, 64, 64, bits(-0x1p63)), kLeast);
  EXPECT_EQ(convert(Code::FPToSI, 32, 64, bits(-0x1p63F)), kLeast);
  EXPECT_EQ(convert(Code::FPToSI, 64, 64, bits(0x1.fffffffffffffp62)), 0x7ffffffffffffc00U);
  EXPECT_EQ(convert(Code::FPToSI, 64, 32, bits(-0x1p31)), 0x80000000U);
  EXPECT_EQ(convert(Code::FPToUI, 64, 64, bits(0x1.fffffffffffffp63)), 0xfffffffffffff800U);
  EXPECT_EQ(convert(Code::FPToUI, 64, 64, bits(-0.5)), 0U);
}

TEST(Arithmetic, WhatDoesNotFitIsNoUndefinedBehaviourOfOurs) {
  for (const double value : {0x1p64, -0x1p64, 0x1p63 * 4, std::numeric_limits<double>::infinity(),
                             std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_EQ(convert(Code::FPToSI, 64, 64, bits(value)), 0U) << value;
    EXPECT_EQ(convert(Code::FPToUI, 64, 64, bits(value)), 0U) << value;
  }
}

// Just above the middle between two floats, and so close to it that a double cannot tell.
TEST(Arithmetic, IntegersBecomeFloatsInOneRounding) {
  const std::uint64_t big = kLeast + (1ULL << 39U) + 1;
  EXPECT_EQ(convert(Code::UIToFP, 64, 32, big), bits(0x1.000002p63F));
  const std::uint64_t middle = (1ULL << 62U) + (1ULL << 38U) + 1;
  EXPECT_EQ(convert(Code::SIToFP, 64, 32, middle), bits(0x1.000002p62F));
  EXPECT_EQ(convert(Code::SIToFP, 64, 32, ~middle + 1), bits(-0x1.000002p62F));
  EXPECT_EQ(convert(Code::SIToFP, 32, 64, 0xffffffffU), bits(-1.0));
  EXPECT_EQ(convert(Code::UIToFP, 32, 64, 0xffffffffU), bits(4294967295.0));
}

TEST(Arithmetic, AddressesWrap) {
  Instruction in;
  in.code = Code::Index;
  in.imm = 24;
  Trouble trouble = Trouble::None;
  EXPECT_EQ(compute(in, 1000, 0x7fffffffffffffffU, trouble), 976U);  // 24 * 2^63 is 0
  EXPECT_EQ(compute(in, 1000, ~0ULL, trouble), 976U);
}

}  // namespace
}  // namespace skein::ir
