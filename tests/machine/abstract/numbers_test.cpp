// SPDX-License-Identifier: Apache-2.0
// Unknown numbers, by brute force: whatever an operation can give for elements of its operands is
// in its result, for every operation and for widths at which all values can be tried.
#include "machine/abstract/values/numbers.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>
#include <vector>

namespace skein::test {

namespace {

using abstract::NumberId;
using abstract::Numbers;
using abstract::Parts;
using abstract::Strided;
using abstract::Troubles;
using ir::Code;
using ir::Compare;
using ir::Instruction;

constexpr int kTrials = 100;  // for each operation and width

class NumbersTest : public testing::Test {
 protected:
  // Of this many bits: a few constants and strided intervals, sometimes all values.
  NumberId draw(unsigned bits) {
    const std::uint64_t most = ir::cut_to(~0ULL, bits);
    const auto pick = [&](std::uint64_t limit) {
      return std::uniform_int_distribution<std::uint64_t>(0, limit)(random_);
    };
    if (pick(15) == 0) return numbers_.any(bits);
    Parts parts;
    for (std::uint64_t i = pick(2) + 1; i > 0; --i) {
      const std::uint64_t lo = pick(most);
      const std::uint64_t stride = pick(3) + 1;
      parts.push_back(Strided::up_to(lo, lo + pick(most - lo), stride));
    }
    return numbers_.intern(std::move(parts));
  }

  // One to five values.
  NumberId draw_few(unsigned bits) {
    std::uniform_int_distribution<std::uint64_t> value(0, ir::cut_to(~0ULL, bits));
    Parts parts;
    for (std::uint64_t i = value(random_) % 5 + 1; i > 0; --i) {
      parts.push_back(Strided::constant(value(random_)));
    }
    return numbers_.intern(std::move(parts));
  }

  std::set<std::uint64_t> values(NumberId n) {
    const auto list = numbers_.elements(n, 1024);
    EXPECT_FALSE(list.empty());
    return {list.begin(), list.end()};
  }

  std::string text(NumberId n, unsigned bits) { return numbers_.text(n, bits); }

  // All combinations, computed by the machine.
  void try_operation(const Instruction& in, unsigned operand_bits) {
    for (int trial = 0; trial < kTrials; ++trial) {
      const NumberId a = draw(operand_bits);
      const NumberId b = draw(operand_bits);
      Troubles troubles;
      const NumberId result = numbers_.compute(in, a, b, troubles);
      for (const std::uint64_t x : values(a)) {
        for (const std::uint64_t y : values(b)) {
          ir::Trouble trouble = ir::Trouble::None;
          const std::uint64_t z = ir::compute(in, x, y, trouble);
          if (trouble == ir::Trouble::DivisionByZero) {
            ASSERT_TRUE(troubles.division_by_zero);
          } else if (trouble == ir::Trouble::DivisionOverflow) {
            ASSERT_TRUE(troubles.division_overflow);
          } else {
            ASSERT_TRUE(trouble != ir::Trouble::SignedOverflow || troubles.signed_overflow);
            ASSERT_FALSE(result.is_none());
            ASSERT_TRUE(numbers_.contains(result, z))
                << "code " << static_cast<int>(in.code) << " of " << unsigned{in.bits} << " bits, "
                << x << " and " << y << " give " << z << ", not in " << text(result, in.bits)
                << "; operands " << text(a, operand_bits) << " and " << text(b, operand_bits);
          }
        }
      }
    }
  }

  std::mt19937_64 random_{1};
  Numbers numbers_{abstract::load_ranges()};
};

TEST_F(NumbersTest, ArithmeticCoversWhatTheMachineComputes) {
  for (const unsigned bits : {4U, 5U, 8U}) {
    for (int code = static_cast<int>(Code::Add); code <= static_cast<int>(Code::Xor); ++code) {
      Instruction in;
      in.code = static_cast<Code>(code);
      in.bits = static_cast<std::uint8_t>(bits);
      for (const bool is_signed : {false, true}) {
        in.sub = is_signed ? 1 : 0;
        try_operation(in, bits);
      }
    }
  }
}

TEST_F(NumbersTest, ConversionsCoverWhatTheMachineComputes) {
  for (const Code code : {Code::Trunc, Code::ZExt, Code::SExt}) {
    Instruction in;
    in.code = code;
    in.bits = code == Code::Trunc ? 4 : 8;
    in.bits2 = code == Code::Trunc ? 8 : 5;
    try_operation(in, in.bits2);
  }
}

TEST_F(NumbersTest, ComparisonsCoverWhatTheMachineComputes) {
  for (int predicate = 0; predicate <= static_cast<int>(Compare::SLE); ++predicate) {
    Instruction in;
    in.code = Code::ICmp;
    in.sub = static_cast<std::uint8_t>(predicate);
    in.bits = 6;
    try_operation(in, 6);
  }
}

// A filter keeps every value for which the comparison can hold.
TEST_F(NumbersTest, FiltersKeepWhatFits) {
  for (int predicate = 0; predicate <= static_cast<int>(Compare::SLE); ++predicate) {
    Instruction in;
    in.code = Code::ICmp;
    in.sub = static_cast<std::uint8_t>(predicate);
    in.bits = 5;
    for (int trial = 0; trial < kTrials; ++trial) {
      const NumberId a = draw(5);
      const NumberId b = draw(5);
      const NumberId kept = numbers_.filter(static_cast<Compare>(predicate), 5, a, b);
      for (const std::uint64_t x : values(a)) {
        for (const std::uint64_t y : values(b)) {
          ir::Trouble trouble = ir::Trouble::None;
          if (ir::compute(in, x, y, trouble) == 0) continue;
          ASSERT_FALSE(kept.is_none());
          ASSERT_TRUE(numbers_.contains(kept, x))
              << x << " of " << text(a, 5) << " against " << text(b, 5) << ": " << text(kept, 5);
        }
      }
    }
  }
}

// One of the four mistakes of the published tool: `x != c` inside an interval keeps both halves.
TEST_F(NumbersTest, UnequalToAnInnerValueKeepsBothHalves) {
  const NumberId x = numbers_.between(0, 10);
  const NumberId rest = numbers_.filter(Compare::NE, 32, x, numbers_.constant(5));
  EXPECT_EQ(values(rest), (std::set<std::uint64_t>{0, 1, 2, 3, 4, 6, 7, 8, 9, 10}));
}

// Two more: inclusion does not compare the ends one after the other, and intervals that share an
// end overlap.
TEST_F(NumbersTest, InclusionAndOverlapAreThoseOfSets) {
  EXPECT_FALSE(numbers_.covers(numbers_.constant(5), numbers_.constant(3)));
  EXPECT_FALSE(numbers_.covers(numbers_.between(3, 3), numbers_.between(3, 5)));
  EXPECT_TRUE(numbers_.covers(numbers_.between(3, 5), numbers_.constant(5)));
  const NumberId shared = numbers_.meet(numbers_.between(0, 1), numbers_.between(1, 2));
  EXPECT_EQ(values(shared), (std::set<std::uint64_t>{1}));
}

TEST_F(NumbersTest, LatticeOperationsAreThoseOfSets) {
  for (int trial = 0; trial < 4 * kTrials; ++trial) {
    const NumberId a = draw(6);
    const NumberId b = draw(6);
    const std::set<std::uint64_t> x = values(a);
    const std::set<std::uint64_t> y = values(b);
    const NumberId joined = numbers_.join(a, b);
    const NumberId common = numbers_.meet(a, b);
    const NumberId widened = numbers_.widen(a, b, {});
    bool is_covered = true;
    for (const std::uint64_t v : y) is_covered = is_covered && x.contains(v);
    ASSERT_EQ(numbers_.covers(a, b), is_covered) << text(a, 6) << " " << text(b, 6);
    ASSERT_TRUE(numbers_.covers(widened, a) && numbers_.covers(widened, b));
    ASSERT_TRUE(numbers_.covers(joined, a) && numbers_.covers(joined, b));
    for (const std::uint64_t v : x) {
      ASSERT_TRUE(numbers_.contains(joined, v));
      ASSERT_TRUE(numbers_.contains(widened, v)) << text(a, 6) << text(b, 6) << text(widened, 6);
      ASSERT_TRUE(!y.contains(v) || (!common.is_none() && numbers_.contains(common, v)));
    }
    for (const std::uint64_t v : y) {
      ASSERT_TRUE(numbers_.contains(joined, v) && numbers_.contains(widened, v));
    }
  }
}

// However the values grow, widening ends.
TEST_F(NumbersTest, WideningEnds) {
  const std::vector<std::uint64_t> thresholds{10, 100, 0xfffffff0U};
  NumberId all = numbers_.constant(0);
  int changes = 0;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const NumberId next =
        numbers_.widen(all, numbers_.constant((i * 0x9e3779b9U) & 0xffffffffU), thresholds);
    if (next != all) ++changes;
    all = next;
  }
  EXPECT_LT(changes, 40);
}

// Where the sign of a byte lies between two parts, too: else the same widening is done for ever.
TEST_F(NumbersTest, InclusionLooksAtAllParts) {
  const NumberId halves = numbers_.intern({Strided{0, 126, 2}, Strided{128, 254, 2}});
  const NumberId whole = numbers_.intern({Strided{0, 254, 2}});
  EXPECT_TRUE(numbers_.covers(halves, whole));
  EXPECT_EQ(numbers_.widen(halves, whole, {}), halves);
  const NumberId everything = numbers_.any(64);
  EXPECT_TRUE(numbers_.covers(everything, everything));
  EXPECT_FALSE(numbers_.covers(numbers_.between(0, ~0ULL - 1), everything));
  EXPECT_FALSE(numbers_.covers(halves, numbers_.constant(127)));
}

TEST_F(NumbersTest, BytesAreTakenOutAndPutIn) {
  for (int trial = 0; trial < kTrials; ++trial) {
    const NumberId n = draw(16);
    const NumberId byte = draw(8);
    for (const unsigned first : {0U, 1U}) {
      const NumberId part = numbers_.extract(n, first, 1);
      const NumberId whole = numbers_.insert(n, 2, byte, first, 1);
      const std::vector<std::uint64_t> all = numbers_.elements(n, 70000);
      for (const std::uint64_t x : all) {
        ASSERT_TRUE(numbers_.contains(part, (x >> (8 * first)) & 0xffU));
        const std::uint64_t rest = x & ~(0xffULL << (8 * first));
        for (const std::uint64_t put : numbers_.elements(byte, 300)) {
          ASSERT_TRUE(numbers_.contains(whole, rest | (put << (8 * first))));
        }
      }
    }
  }
}

// With unknown bytes on both sides, too.
TEST_F(NumbersTest, BytesInTheMiddleArePutIn) {
  for (int trial = 0; trial < kTrials; ++trial) {
    const NumberId low = draw(8);
    const NumberId high = draw(8);
    const NumberId middle = draw(8);
    NumberId word = numbers_.insert(numbers_.constant(0), 3, low, 0, 1);
    word = numbers_.insert(word, 3, high, 2, 1);
    const NumberId all = numbers_.insert(word, 3, middle, 1, 1);
    for (const std::uint64_t x : numbers_.elements(low, 300)) {
      for (const std::uint64_t z : numbers_.elements(high, 300)) {
        ASSERT_TRUE(numbers_.contains(word, x | (z << 16U)));
        for (const std::uint64_t y :
             {numbers_.elements(middle, 300).front(), numbers_.elements(middle, 300).back()}) {
          ASSERT_TRUE(numbers_.contains(all, x | (y << 8U) | (z << 16U)));
        }
      }
    }
  }
}

// Two variables in a word, one of them unknown.
TEST_F(NumbersTest, KnownBytesBesideUnknownOnesAreKept) {
  const NumberId seven = numbers_.constant(7);
  for (const unsigned unknown : {0U, 4U}) {
    const unsigned known = 4 - unknown;
    NumberId word = numbers_.insert(numbers_.constant(0), 8, numbers_.any(32), unknown, 4);
    word = numbers_.insert(word, 8, seven, known, 4);
    EXPECT_EQ(numbers_.extract(word, known, 4), seven);
    EXPECT_EQ(numbers_.extract(word, unknown, 4), numbers_.any(32));
  }
}

TEST_F(NumbersTest, BytesOfFewValuesAreExact) {
  for (int trial = 0; trial < 4 * kTrials; ++trial) {
    const NumberId n = draw_few(32);
    const NumberId bytes = draw_few(8);
    for (const unsigned first : {0U, 1U, 3U}) {
      std::set<std::uint64_t> taken;
      std::set<std::uint64_t> put;
      for (const std::uint64_t x : values(n)) {
        taken.insert((x >> (8 * first)) & 0xffU);
        const std::uint64_t rest = x & ~(0xffULL << (8 * first));
        for (const std::uint64_t y : values(bytes)) put.insert(rest | (y << (8 * first)));
      }
      const NumberId part = numbers_.extract(n, first, 1);
      const NumberId whole = numbers_.insert(n, 4, bytes, first, 1);
      for (const std::uint64_t x : taken) ASSERT_TRUE(numbers_.contains(part, x));
      for (const std::uint64_t x : put) ASSERT_TRUE(numbers_.contains(whole, x));
      EXPECT_TRUE(taken.size() > Numbers::kMostParts || values(part) == taken);
      EXPECT_TRUE(put.size() > Numbers::kMostParts || values(whole) == put);
    }
  }
}

TEST_F(NumbersTest, SignedBoundsEncloseAllElements) {
  for (int trial = 0; trial < 10 * kTrials; ++trial) {
    NumberId n = draw(8);
    // Also around the middle, where the sign changes.
    if (trial % 2 == 0) {
      const std::uint64_t lo = (1ULL << 63U) - 8 + static_cast<std::uint64_t>(trial % 8);
      n = numbers_.join(n, numbers_.between(lo, lo + static_cast<std::uint64_t>(trial % 16)));
    }
    const auto [least, most] = numbers_.signed_bounds(n);
    for (const std::uint64_t x : numbers_.elements(n, 1024)) {
      ASSERT_LE(least, static_cast<std::int64_t>(x));
      ASSERT_GE(most, static_cast<std::int64_t>(x));
    }
  }
}

TEST_F(NumbersTest, ReadModifyWritesAreThoseOfTheMachine) {
  for (std::uint8_t kind = 0; kind <= static_cast<std::uint8_t>(ir::RmwKind::UMin); ++kind) {
    const auto what = static_cast<ir::RmwKind>(kind);
    for (int trial = 0; trial < kTrials; ++trial) {
      const bool are_few = trial % 2 == 0;
      const NumberId old = are_few ? draw_few(6) : draw(6);
      const NumberId operand = are_few ? draw_few(6) : draw(6);
      const NumberId result = numbers_.modify(what, 6, old, operand);
      for (const std::uint64_t x : values(old)) {
        for (const std::uint64_t y : values(operand)) {
          const std::uint64_t z = ir::cut_to(ir::modify(what, 6, x, y), 6);
          ASSERT_TRUE(numbers_.contains(result, z)) << unsigned{kind} << ": " << x << " " << y;
        }
      }
    }
  }
}

TEST_F(NumbersTest, KnownBytesOfAnUnknownWordStayKnown) {
  // A text of seven unknown characters and its end.
  NumberId word = numbers_.constant(0);
  for (unsigned i = 0; i < 7; ++i) word = numbers_.insert(word, 8, numbers_.any(8), i, 1);
  const NumberId end = numbers_.extract(word, 7, 1);
  ASSERT_TRUE(numbers_.is_constant(end));
  EXPECT_EQ(numbers_.value_of(end), 0U);
  EXPECT_TRUE(numbers_.covers(numbers_.any(8), numbers_.extract(word, 3, 1)));
}

}  // namespace

}  // namespace skein::test
