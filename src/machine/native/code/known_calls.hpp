// SPDX-License-Identifier: Apache-2.0
// Library functions with known reads: how many arguments, and how much memory each points to. All
// other functions are assumed to read everything.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace skein::code {

// How a function uses an argument.
struct Argument {
  enum class Use : std::uint8_t { Value, Memory, Announced, Escapes };
  Use use = Use::Escapes;
  std::uint32_t size = 0;  // for Memory: the bytes that the call reads and writes there
};

struct KnownCall {
  int argument_count = 6;
  Argument arguments[6];
  bool returns = true;
};

[[nodiscard]] std::optional<KnownCall> known_call(std::string_view name);

// Functions that return a second time, later: values that are dead after the first return may be
// live after the second.
[[nodiscard]] bool returns_twice(std::string_view name);

}  // namespace skein::code
