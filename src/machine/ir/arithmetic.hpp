// Arithmetic of the ir: on 64-bit slots that hold narrower values zero-extended.
#pragma once

#include <cstdint>

#include "machine/ir/program.hpp"

namespace skein::ir {

constexpr std::uint64_t cut_to(std::uint64_t value, unsigned bits) {
  return bits >= 64 ? value : value & ((1ULL << bits) - 1);
}
constexpr std::int64_t signed_of(std::uint64_t value, unsigned bits) {
  if (bits >= 64) return static_cast<std::int64_t>(value);
  const std::uint64_t sign = 1ULL << (bits - 1);
  return static_cast<std::int64_t>((cut_to(value, bits) ^ sign) - sign);
}

enum class Trouble : std::uint8_t { None, DivisionByZero, DivisionOverflow, SignedOverflow };

// dst of a local instruction with two operands, a conversion or a comparison.
[[nodiscard]] std::uint64_t compute(const Instruction& in, std::uint64_t a, std::uint64_t b,
                                    Trouble& trouble);

// What an atomic read-modify-write leaves.
[[nodiscard]] std::uint64_t modify(RmwKind kind, unsigned bits, std::uint64_t old,
                                   std::uint64_t operand);

}  // namespace skein::ir
