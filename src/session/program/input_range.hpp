// SPDX-License-Identifier: Apache-2.0
// The range of the program's unknown inputs (__VERIFIER_nondet_*): --nondet A..B.
#pragma once

#include <cstdint>
#include <string>

namespace skein::session {

struct InputRange {
  std::int64_t first = 0;
  std::int64_t last = 0;

  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(last - first + 1); }
};

// From "0..9". Throws UserError if the text is no range, or the range is too large.
[[nodiscard]] InputRange read_input_range(const std::string& text);

// The condition of a verdict: "for inputs in 0..9". REQUIRES: read_input_range accepts the text.
[[nodiscard]] std::string inputs_in_words(const std::string& text);

}  // namespace skein::session
