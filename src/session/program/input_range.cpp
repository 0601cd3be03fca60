// SPDX-License-Identifier: Apache-2.0
#include "session/program/input_range.hpp"

#include <fmt/format.h>

#include <charconv>
#include <string_view>
#include <system_error>

#include "core/ensure.hpp"
#include "report/text.hpp"

namespace skein::session {

InputRange read_input_range(const std::string& text) {
  constexpr std::int64_t kMostInputs = 1U << 16U;
  const std::size_t dots = text.find("..");
  InputRange range;
  const auto read = [](std::string_view part, std::int64_t& number) {
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
    return error == std::errc{} && end == part.data() + part.size() && !part.empty();
  };
  const std::string_view view = text;
  if (dots == std::string::npos || !read(view.substr(0, dots), range.first) ||
      !read(view.substr(dots + 2), range.last) || range.last < range.first ||
      range.last - range.first >= kMostInputs) {
    throw UserError(fmt::format("--nondet: '{}' is not a range like 0..9, of at most {} values",
                                printable(text), kMostInputs));
  }
  return range;
}

std::string inputs_in_words(const std::string& text) {
  const InputRange range = read_input_range(text);
  return fmt::format("for inputs in {}..{}", range.first, range.last);
}

}  // namespace skein::session
