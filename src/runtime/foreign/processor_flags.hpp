// SPDX-License-Identifier: Apache-2.0
// What an atomic instruction leaves in the flags of the processor.
#pragma once

#include <bit>
#include <cstdint>

#include "protocol/foreign_atomic.hpp"

namespace skein::runtime::foreign {

namespace flags {
inline constexpr std::uint64_t kCarry = 1U << 0U;
inline constexpr std::uint64_t kParity = 1U << 2U;
inline constexpr std::uint64_t kAdjust = 1U << 4U;
inline constexpr std::uint64_t kZero = 1U << 6U;
inline constexpr std::uint64_t kSign = 1U << 7U;
inline constexpr std::uint64_t kOverflow = 1U << 11U;
inline constexpr std::uint64_t kAll = kCarry | kParity | kAdjust | kZero | kSign | kOverflow;
}  // namespace flags

template <class T>
constexpr bool is_negative(T value) {
  return value >> (8 * sizeof(T) - 1) != 0;
}

// The flags that describe the result itself.
template <class T>
constexpr std::uint64_t flags_of_result(T result) {
  std::uint64_t set = result == 0 ? flags::kZero : 0;
  if (is_negative(result)) set |= flags::kSign;
  if (std::popcount(static_cast<std::uint8_t>(result)) % 2 == 0) set |= flags::kParity;
  return set;
}

template <class T>
constexpr std::uint64_t flags_of_sum(T a, T b) {
  const T sum = static_cast<T>(a + b);
  std::uint64_t set = flags_of_result(sum);
  if (sum < a) set |= flags::kCarry;
  if (((a ^ b ^ sum) & 0x10) != 0) set |= flags::kAdjust;
  if (is_negative(static_cast<T>(~(a ^ b) & (a ^ sum)))) set |= flags::kOverflow;
  return set;
}

template <class T>
constexpr std::uint64_t flags_of_difference(T a, T b) {
  const T difference = static_cast<T>(a - b);
  std::uint64_t set = flags_of_result(difference);
  if (a < b) set |= flags::kCarry;
  if (((a ^ b ^ difference) & 0x10) != 0) set |= flags::kAdjust;
  if (is_negative(static_cast<T>((a ^ b) & (a ^ difference)))) set |= flags::kOverflow;
  return set;
}

// The flags after an instruction that found `old` in memory. `before`: the flags before it.
// `operand` of a compare-and-exchange is what it compares with; of the operations on bits, the bit.
template <class T>
constexpr std::uint64_t flags_after(channel::ForeignAtomic::Kind kind, T old, T operand,
                                    std::uint64_t before) {
  using Kind = channel::ForeignAtomic::Kind;
  const std::uint64_t others = before & ~flags::kAll;
  constexpr T kOne = 1;
  switch (kind) {
    case Kind::Add:
    case Kind::ExchangeAdd: return others | flags_of_sum(old, operand);
    case Kind::Subtract: return others | flags_of_difference(old, operand);
    case Kind::CompareExchange: return others | flags_of_difference(operand, old);
    case Kind::And: return others | flags_of_result(static_cast<T>(old & operand));
    case Kind::Or: return others | flags_of_result(static_cast<T>(old | operand));
    case Kind::Xor: return others | flags_of_result(static_cast<T>(old ^ operand));
    case Kind::Increment:
      return others | (flags_of_sum(old, kOne) & ~flags::kCarry) | (before & flags::kCarry);
    case Kind::Decrement:
      return others | (flags_of_difference(old, kOne) & ~flags::kCarry) | (before & flags::kCarry);
    case Kind::BitSet:
    case Kind::BitReset:
    case Kind::BitComplement:
      return (before & ~flags::kCarry) | ((old & operand) != 0 ? flags::kCarry : 0);
    default: return before;
  }
}

}  // namespace skein::runtime::foreign
