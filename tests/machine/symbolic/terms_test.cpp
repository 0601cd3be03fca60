// SPDX-License-Identifier: Apache-2.0
// Terms and the solver against the machine's own arithmetic, by brute force: the solver finds no
// operands for which a term differs from what the machine computes.
#include "machine/symbolic/terms.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "machine/symbolic/solver.hpp"
#include "machine/symbolic/term_bytes.hpp"

namespace skein::test {

namespace {

using ir::Code;
using ir::Compare;
using ir::Instruction;
using symbolic::Answer;
using symbolic::TermId;
using symbolic::Terms;

constexpr double kLong = 600;

class TermsTest : public testing::Test {
 protected:
  bool can_hold(std::vector<TermId> conditions) {
    const Answer answer = solver_->check(conditions, kLong);
    EXPECT_NE(answer, Answer::Unknown);
    return answer == Answer::Satisfiable;
  }

  // All values of both operands at once: one question for each operation.
  void try_all(const Instruction& in, unsigned operand_bits) {
    const TermId a = terms_.new_variable(operand_bits);
    const TermId b = terms_.new_variable(operand_bits);
    const TermId result = terms_.compute(in, a, b);
    TermId expected = terms_.constant(0);
    for (std::uint64_t x = 0; x < 1ULL << operand_bits; ++x) {
      for (std::uint64_t y = 0; y < 1ULL << operand_bits; ++y) {
        ir::Trouble trouble = ir::Trouble::None;
        const std::uint64_t value = ir::compute(in, x, y, trouble);
        // A signed overflow has a value; a division by zero has none.
        const bool has_value =
            trouble == ir::Trouble::None || trouble == ir::Trouble::SignedOverflow;
        const TermId here = terms_.both(terms_.equal(a, x), terms_.equal(b, y));
        expected = terms_.choice(here, has_value ? terms_.constant(value) : result, expected);
        if (has_value) {
          ASSERT_EQ(terms_.evaluate(result, assignment(a, x, b, y)), value);
        }
      }
    }
    ASSERT_FALSE(can_hold({terms_.opposite(terms_.equal(result, expected))}))
        << "code " << static_cast<int>(in.code) << ", predicate " << static_cast<int>(in.sub)
        << ", " << static_cast<int>(in.bits) << " bits";
  }

  // Some values, at any width.
  void try_some(const Instruction& in, unsigned operand_bits, int count) {
    const TermId a = terms_.new_variable(operand_bits);
    const TermId b = terms_.new_variable(operand_bits);
    const TermId result = terms_.compute(in, a, b);
    for (int i = 0; i < count; ++i) {
      const std::uint64_t x = draw(operand_bits);
      const std::uint64_t y = draw(operand_bits);
      ir::Trouble trouble = ir::Trouble::None;
      const std::uint64_t value = ir::compute(in, x, y, trouble);
      if (trouble != ir::Trouble::None && trouble != ir::Trouble::SignedOverflow) continue;
      const TermId here = terms_.both(terms_.equal(a, x), terms_.equal(b, y));
      const TermId is_right = terms_.equal(result, value);
      ASSERT_TRUE(can_hold({here, is_right})) << static_cast<int>(in.code) << " " << x << " " << y;
      ASSERT_FALSE(can_hold({here, terms_.opposite(is_right)}))
          << static_cast<int>(in.code) << " " << x << " " << y;
    }
  }

  std::uint64_t draw(unsigned bits) {
    const std::uint64_t value = ir::cut_to(random_(), bits);
    switch (random_() % 4) {
      case 0: return value % 5;
      case 1: return ir::cut_to(~value % 5, bits);
      case 2: return ir::cut_to(1ULL << (value % bits), bits);
      default: return value;
    }
  }

  symbolic::Assignment assignment(TermId a, std::uint64_t x, TermId b, std::uint64_t y) {
    symbolic::Assignment values(terms_.variables(), 0);
    values[terms_[a].value] = x;
    values[terms_[b].value] = y;
    return values;
  }

  static Instruction instruction(Code code, unsigned bits, unsigned sub = 0) {
    Instruction in;
    in.code = code;
    in.bits = in.bits2 = static_cast<std::uint8_t>(bits);
    in.sub = static_cast<std::uint8_t>(sub);
    return in;
  }

  Terms terms_;
  std::unique_ptr<symbolic::Solver> solver_ = symbolic::load_solver(terms_);
  std::mt19937_64 random_{7};
};

const std::vector<Code> kBinary = {Code::Add,  Code::Sub,  Code::Mul, Code::UDiv, Code::SDiv,
                                   Code::URem, Code::SRem, Code::Shl, Code::LShr, Code::AShr,
                                   Code::And,  Code::Or,   Code::Xor};

TEST_F(TermsTest, OperationsAreThoseOfTheMachineForAllValues) {
  for (const unsigned bits : {1U, 4U, 5U}) {
    for (const Code code : kBinary) try_all(instruction(code, bits), bits);
  }
}

TEST_F(TermsTest, ComparisonsAreThoseOfTheMachineForAllValues) {
  for (const unsigned bits : {1U, 4U, 5U}) {
    for (unsigned predicate = 0; predicate <= static_cast<unsigned>(Compare::SLE); ++predicate) {
      try_all(instruction(Code::ICmp, bits, predicate), bits);
    }
  }
}

TEST_F(TermsTest, ConversionsAreThoseOfTheMachineForAllValues) {
  for (const Code code : {Code::ZExt, Code::SExt, Code::Trunc}) {
    for (const unsigned from : {1U, 4U, 5U}) {
      for (const unsigned to : {1U, 3U, 6U, 32U, 64U}) {
        if ((code == Code::Trunc) != (to < from)) continue;
        Instruction in = instruction(code, to);
        in.bits2 = static_cast<std::uint8_t>(from);
        try_all(in, from);
      }
    }
  }
}

TEST_F(TermsTest, WideOperationsAreThoseOfTheMachine) {
  for (const unsigned bits : {8U, 16U, 32U, 64U}) {
    for (const Code code : kBinary) try_some(instruction(code, bits), bits, 6);
    for (unsigned predicate = 0; predicate <= static_cast<unsigned>(Compare::SLE); ++predicate) {
      try_some(instruction(Code::ICmp, bits, predicate), bits, 3);
    }
  }
}

TEST_F(TermsTest, ReadModifyWriteIsThatOfTheMachine) {
  for (unsigned kind = 0; kind <= static_cast<unsigned>(ir::RmwKind::UMin); ++kind) {
    const auto what = static_cast<ir::RmwKind>(kind);
    const TermId a = terms_.new_variable(4);
    const TermId b = terms_.new_variable(4);
    const TermId result = terms_.modify(what, 4, a, b);
    for (std::uint64_t x = 0; x < 16; ++x) {
      for (std::uint64_t y = 0; y < 16; ++y) {
        ASSERT_EQ(terms_.evaluate(result, assignment(a, x, b, y)), ir::modify(what, 4, x, y));
      }
    }
  }
}

TEST_F(TermsTest, ATermIsNeverWiderThanItSays) {
  // Random terms over small variables: no value reaches beyond the width.
  std::vector<TermId> pool = {terms_.new_variable(3), terms_.new_variable(4),
                              terms_.new_variable(8), terms_.constant(5), terms_.constant(200)};
  for (int i = 0; i < 400; ++i) {
    const auto any = [&] { return pool[random_() % pool.size()]; };
    const unsigned bits = 8U << (random_() % 4);
    TermId a = any();
    TermId b = any();
    const auto cut = [&](TermId t) { return terms_.compute(instruction(Code::Trunc, bits), t, t); };
    a = cut(a);
    b = cut(b);
    const Code code = kBinary[random_() % kBinary.size()];
    const TermId made = random_() % 5 == 0 ? terms_.choice(any(), a, b)
                                           : terms_.compute(instruction(code, bits), a, b);
    pool.push_back(made);
    for (int trial = 0; trial < 20; ++trial) {
      const symbolic::Assignment values = {random_() % 8, random_() % 16, random_() % 256};
      const std::uint64_t value = terms_.evaluate(made, values);
      ASSERT_EQ(ir::cut_to(value, terms_[made].width), value);
    }
  }
}

TEST_F(TermsTest, BytesAreReadAsTheyWereWritten) {
  const TermId word = terms_.new_variable(32);
  const TermId byte = terms_.new_variable(8);
  symbolic::UnknownBytes memory;
  symbolic::write_bytes(memory, 4, symbolic::bytes_of(terms_, word, 4));
  const std::vector<std::uint8_t> zeros(8);
  std::vector<symbolic::Byte> bytes(4);
  symbolic::read_bytes(memory, 4, zeros, bytes);
  EXPECT_EQ(symbolic::value_of(terms_, bytes), word) << "the same term again";
  symbolic::write_bytes(memory, 5, symbolic::bytes_of(terms_, byte, 1));
  symbolic::write_bytes(memory, 7, symbolic::bytes_of(terms_, terms_.constant(0xab), 1));
  symbolic::read_bytes(memory, 4, std::vector<std::uint8_t>{0, 0, 0, 0xab}, bytes);
  const TermId mixed = symbolic::value_of(terms_, bytes);
  EXPECT_EQ(terms_.evaluate(mixed, {0x11223344, 0x99}), 0xab229944U);
}

TEST_F(TermsTest, TheSolverForgetsConditionsThatAreNotAskedAbout) {
  const TermId x = terms_.new_variable(32);
  const TermId is_small = terms_.between(x, 0, 9);
  const TermId is_seven = terms_.equal(terms_.compute(Code::Mul, 32, x, x), 49);
  const TermId is_large = terms_.between(x, 100, 200);
  EXPECT_TRUE(can_hold({is_small, is_seven}));
  EXPECT_EQ(solver_->assignment()[terms_[x].value], 7U);
  EXPECT_FALSE(can_hold({is_small, is_large}));
  EXPECT_TRUE(can_hold({is_large}));
  EXPECT_TRUE(can_hold({}));
  EXPECT_FALSE(can_hold({is_large, is_seven}));
}

}  // namespace

}  // namespace skein::test
