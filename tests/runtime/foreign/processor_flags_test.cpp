// SPDX-License-Identifier: Apache-2.0
// What the runtime computes for an instruction is what the processor leaves.
#include "runtime/foreign/processor_flags.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>

namespace skein::runtime::foreign {
namespace {

using Kind = channel::ForeignAtomic::Kind;

struct After {
  std::uint64_t value;
  std::uint64_t flags;
};

// Executes the instruction with these flags before it.
template <class T>
After execute(Kind kind, T old, T operand, std::uint64_t before) {
  T value = old;
  std::uint64_t eflags = before;
  const auto run = [&](auto instruction) { instruction(value, eflags); };
#define SKEIN_BINARY(name)                                                         \
  run([&](T& v, std::uint64_t& f) {                                                \
    asm volatile("push %[f]\n\tpopfq\n\t" name " %[o], %[v]\n\tpushfq\n\tpop %[f]" \
                 : [v] "+r"(v), [f] "+r"(f)                                        \
                 : [o] "r"(operand)                                                \
                 : "cc", "memory");                                                \
  })
#define SKEIN_UNARY(name)                                                    \
  run([&](T& v, std::uint64_t& f) {                                          \
    asm volatile("push %[f]\n\tpopfq\n\t" name " %[v]\n\tpushfq\n\tpop %[f]" \
                 : [v] "+r"(v), [f] "+r"(f)                                  \
                 :                                                           \
                 : "cc", "memory");                                          \
  })
  switch (kind) {
    case Kind::Add:
    case Kind::ExchangeAdd: SKEIN_BINARY("add"); break;
    case Kind::Subtract: SKEIN_BINARY("sub"); break;
    case Kind::And: SKEIN_BINARY("and"); break;
    case Kind::Or: SKEIN_BINARY("or"); break;
    case Kind::Xor: SKEIN_BINARY("xor"); break;
    case Kind::Not: SKEIN_UNARY("not"); break;
    case Kind::CompareExchange: {
      // It compares the operand with what is there.
      T compared = operand;
      asm volatile("push %[f]\n\tpopfq\n\tcmp %[v], %[o]\n\tpushfq\n\tpop %[f]"
                   : [o] "+r"(compared), [f] "+r"(eflags)
                   : [v] "r"(value)
                   : "cc", "memory");
      break;
    }
    default: break;
  }
#undef SKEIN_BINARY
#undef SKEIN_UNARY
  return {static_cast<std::uint64_t>(value), eflags};
}

template <class T>
After execute_step(Kind kind, T old, std::uint64_t before) {
  T value = old;
  std::uint64_t eflags = before;
  // The assembler cannot see the size of an increment of a register by its type alone.
  if constexpr (sizeof(T) == 4) {
    if (kind == Kind::Increment) {
      asm volatile("push %1\n\tpopfq\n\tincl %0\n\tpushfq\n\tpop %1"
                   : "+r"(value), "+r"(eflags)
                   :
                   : "cc", "memory");
    } else {
      asm volatile("push %1\n\tpopfq\n\tdecl %0\n\tpushfq\n\tpop %1"
                   : "+r"(value), "+r"(eflags)
                   :
                   : "cc", "memory");
    }
  }
  return {static_cast<std::uint64_t>(value), eflags};
}

template <class T>
class ProcessorFlags : public testing::Test {};
using Sizes = testing::Types<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(ProcessorFlags, Sizes);

// Values at the borders come often.
template <class T>
T draw(std::mt19937_64& random) {
  switch (random() % 4) {
    case 0: return static_cast<T>(random() % 3);
    case 1: return static_cast<T>(T{0} - static_cast<T>(random() % 3));
    case 2: return static_cast<T>((T{1} << (8 * sizeof(T) - 1)) + static_cast<T>(random() % 3) - 1);
    default: return static_cast<T>(random());
  }
}

TYPED_TEST(ProcessorFlags, AreThoseOfTheProcessor) {
  std::mt19937_64 random(20261118);
  for (int i = 0; i < 20000; ++i) {
    const auto old = draw<TypeParam>(random);
    const auto operand = draw<TypeParam>(random);
    const std::uint64_t before = 0x202 | (random() & flags::kAll);
    for (const Kind kind : {Kind::Add, Kind::ExchangeAdd, Kind::Subtract, Kind::And, Kind::Or,
                            Kind::Xor, Kind::Not, Kind::CompareExchange}) {
      // The processor leaves the adjust flag open after the operations on bits.
      const bool is_logic = kind == Kind::And || kind == Kind::Or || kind == Kind::Xor;
      const std::uint64_t looked_at = is_logic ? flags::kAll & ~flags::kAdjust : flags::kAll;
      const After real = execute<TypeParam>(kind, old, operand, before);
      ASSERT_EQ(flags_after(kind, old, operand, before) & looked_at, real.flags & looked_at)
          << static_cast<int>(kind) << ' ' << +old << ' ' << +operand;
    }
  }
}

TEST(Flags, IncrementsLeaveTheCarry) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 20000; ++i) {
    const auto old = draw<std::uint32_t>(random);
    const std::uint64_t before = 0x202 | (random() & flags::kAll);
    for (const Kind kind : {Kind::Increment, Kind::Decrement}) {
      const After real = execute_step(kind, old, before);
      ASSERT_EQ(flags_after(kind, old, std::uint32_t{0}, before) & flags::kAll,
                real.flags & flags::kAll)
          << old;
    }
  }
}

TEST(Flags, BitsGoToTheCarry) {
  const std::uint64_t before = 0x202 | flags::kZero;
  EXPECT_EQ(flags_after<std::uint32_t>(Kind::BitSet, 8, 8, before), before | flags::kCarry);
  EXPECT_EQ(flags_after<std::uint32_t>(Kind::BitReset, 7, 8, before | flags::kCarry), before);
}

TEST(Flags, ExchangesLeaveAllFlags) {
  EXPECT_EQ(flags_after<std::uint8_t>(Kind::Exchange, 1, 2, 0x8d7), 0x8d7U);
}

}  // namespace
}  // namespace skein::runtime::foreign
