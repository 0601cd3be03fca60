// SPDX-License-Identifier: Apache-2.0
#include "machine/native/names/value_text.hpp"

#include <fmt/format.h>

#include <bit>

namespace skein {

std::int64_t as_number(std::uint64_t bytes, std::uint32_t size) {
  if (size == 0 || size >= 8) return static_cast<std::int64_t>(bytes);
  const unsigned shift = 64U - 8U * size;
  return static_cast<std::int64_t>(bytes << shift) >> shift;
}

bool looks_like_address(std::uint64_t bits, std::uint32_t size) {
  constexpr std::uint64_t kLowest = std::uint64_t{1} << 40U;
  constexpr std::uint64_t kHighest = std::uint64_t{1} << 47U;
  return size == 8 && bits >= kLowest && bits < kHighest;
}

namespace {

std::string pointer_text(std::uint64_t bits, const Target& target) {
  if (bits == 0) return "null";
  const std::string name = target(bits);
  return name.empty() ? fmt::format("{:#x}", bits) : "&" + name;
}

std::string float_text(std::uint64_t bits, std::uint32_t size) {
  if (size == 4) return fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  return fmt::format("{}", std::bit_cast<double>(bits));
}

}  // namespace

std::string value_text(const ValueType& type, std::uint64_t bits, std::uint32_t size,
                       const Target& target) {
  const std::int64_t number = as_number(bits, size);
  // A part of a variable, or several at once, are bytes.
  if (type.kind != ValueKind::Unknown && type.size == size) {
    for (const auto& [value, name] : type.enumerators) {
      if (value == number) return name;
    }
    switch (type.kind) {
      case ValueKind::Boolean:
        if (bits <= 1) return bits == 1 ? "true" : "false";
        break;
      case ValueKind::Character:
        if (bits >= 0x20 && bits < 0x7f) return fmt::format("'{}'", static_cast<char>(bits));
        break;
      case ValueKind::Float: return float_text(bits, size);
      case ValueKind::Pointer: return pointer_text(bits, target);
      case ValueKind::Unsigned:
        return std::to_string(size >= 8 ? bits : bits & ((std::uint64_t{1} << (8 * size)) - 1));
      default: break;
    }
  }
  if (type.kind == ValueKind::Unknown && looks_like_address(bits, size)) {
    return pointer_text(bits, target);
  }
  return std::to_string(number);
}

}  // namespace skein
