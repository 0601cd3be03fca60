// SPDX-License-Identifier: Apache-2.0
// Arithmetic of the ir, on 64-bit slots that hold narrower values zero-extended.
#pragma once

#include <bit>
#include <cstdint>

#include "machine/ir/program/program.hpp"

namespace skein::ir {

constexpr std::uint64_t cut_to(std::uint64_t value, unsigned bits) {
  return bits >= 64 ? value : value & ((1ULL << bits) - 1);
}
constexpr std::int64_t signed_of(std::uint64_t value, unsigned bits) {
  if (bits >= 64) return static_cast<std::int64_t>(value);
  const std::uint64_t sign = 1ULL << (bits - 1);
  return static_cast<std::int64_t>((cut_to(value, bits) ^ sign) - sign);
}

// Floating-point numbers of 32 or 64 bits, stored as their bits.
constexpr double real_of(std::uint64_t value, unsigned bits) {
  return bits == 32 ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(value)))
                    : std::bit_cast<double>(value);
}
constexpr std::uint64_t bits_of(double value, unsigned bits) {
  return bits == 32 ? std::bit_cast<std::uint32_t>(static_cast<float>(value))
                    : std::bit_cast<std::uint64_t>(value);
}

enum class Trouble : std::uint8_t { None, DivisionByZero, DivisionOverflow, SignedOverflow };

// dst of a local instruction with two operands, a conversion or a comparison.
[[nodiscard]] std::uint64_t compute(const Instruction& in, std::uint64_t a, std::uint64_t b,
                                    Trouble& trouble);

// The new value of an atomic read-modify-write.
[[nodiscard]] std::uint64_t modify(RmwKind kind, unsigned bits, std::uint64_t old,
                                   std::uint64_t operand);

}  // namespace skein::ir
