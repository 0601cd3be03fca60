// SPDX-License-Identifier: Apache-2.0
// Numbers and words for people, and optional colour.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace skein {

// The style of a destination: whether it shows colours, and its width.
struct Style {
  bool has_colour = false;
  std::size_t width = 80;
  bool is_verbose = false;  // everything, however long

  [[nodiscard]] std::string bold(std::string_view text) const { return paint("1", text); }
  [[nodiscard]] std::string dim(std::string_view text) const { return paint("2", text); }
  [[nodiscard]] std::string red(std::string_view text) const { return paint("1;31", text); }
  [[nodiscard]] std::string green(std::string_view text) const { return paint("1;32", text); }
  [[nodiscard]] std::string yellow(std::string_view text) const { return paint("1;33", text); }

 private:
  [[nodiscard]] std::string paint(std::string_view code, std::string_view text) const;
};

[[nodiscard]] std::string with_commas(std::uint64_t number);               // 1,603
[[nodiscard]] std::string short_count(double number);                      // 1.6k, 23M
[[nodiscard]] std::string short_memory(std::uint64_t kb);                  // 12.3 MB
[[nodiscard]] std::string short_seconds(double seconds);                   // 12.00 ms, 3 min 20 s
[[nodiscard]] std::string counted(std::uint64_t n, std::string_view one);  // 1 run, 2 runs

// Names and messages come from the user's program: control characters, which could drive the
// terminal, are shown as '?', and a line break as a space (printable_lines keeps it).
[[nodiscard]] std::string printable(std::string_view text);
[[nodiscard]] std::string printable_lines(std::string_view text);

// The number of columns of a UTF-8 string, one for each code point.
[[nodiscard]] std::size_t columns_of(std::string_view text);
[[nodiscard]] std::string padded(std::string text, std::size_t columns);

// Breaks text at spaces into lines of at most `width` columns; a longer word is broken inside.
// Returns at least one line.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t width);

}  // namespace skein
