// SPDX-License-Identifier: Apache-2.0
// What the program's unknown inputs (__VERIFIER_nondet_*) are chosen from: --nondet A..B.
#pragma once

#include <cstdint>
#include <string>

namespace skein::session {

struct InputRange {
  std::int64_t first = 0;
  std::int64_t last = 0;

  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(last - first + 1); }
};

// From "0..9". Throws UserError if it is no range, or too large a one.
[[nodiscard]] InputRange read_input_range(const std::string& text);

// What a verdict holds for: "for inputs in 0..9". REQUIRES: read_input_range takes the text.
[[nodiscard]] std::string inputs_in_words(const std::string& text);

}  // namespace skein::session
