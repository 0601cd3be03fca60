// SPDX-License-Identifier: Apache-2.0
// Library functions of which is known what they read: how many arguments, and how much memory
// behind each. Of all others everything is assumed.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace skein::code {

// What a function does with an argument.
struct Argument {
  enum class Use : std::uint8_t { Value, Memory, Announced, Escapes };
  Use use = Use::Escapes;
  std::uint32_t size = 0;  // of Memory: bytes from there on that it reads and writes, in the call
};

struct KnownCall {
  int argument_count = 6;
  Argument arguments[6];
  bool returns = true;
};

[[nodiscard]] std::optional<KnownCall> known_call(std::string_view name);

// Functions that return a second time, later: what is dead after them is not.
[[nodiscard]] bool returns_twice(std::string_view name);

}  // namespace skein::code
