// SPDX-License-Identifier: Apache-2.0
// The arithmetic of the model language: 64-bit, wrapping around, every case defined. The compiler
// uses it for constants and the machine for the rest, so that both agree.
#pragma once

#include <cstdint>

namespace skein::arithmetic {

constexpr std::uint64_t bits(std::int64_t a) { return static_cast<std::uint64_t>(a); }

constexpr std::int64_t add(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(bits(a) + bits(b));
}
constexpr std::int64_t subtract(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(bits(a) - bits(b));
}
constexpr std::int64_t multiply(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(bits(a) * bits(b));
}
// REQUIRES b != 0. The smallest number divided by -1 wraps around to itself.
constexpr std::int64_t divide(std::int64_t a, std::int64_t b) {
  return b == -1 ? subtract(0, a) : a / b;
}
constexpr std::int64_t modulo(std::int64_t a, std::int64_t b) { return b == -1 ? 0 : a % b; }

}  // namespace skein::arithmetic
