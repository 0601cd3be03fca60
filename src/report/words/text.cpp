// SPDX-License-Identifier: Apache-2.0
#include "report/words/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace skein {

std::string Style::paint(std::string_view code, std::string_view text) const {
  return has_colour ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

std::string with_commas(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3;) {
    i -= 3;
    digits.insert(i, ",");
  }
  return digits;
}

std::string short_count(double number) {
  static constexpr std::array<const char*, 5> kUnits{"", "k", "M", "G", "T"};
  std::size_t unit = 0;
  while (number >= 999.5 && unit + 1 < kUnits.size()) {
    number /= 1000;
    ++unit;
  }
  return unit == 0 || number >= 99.95 ? fmt::format("{:.0f}{}", number, kUnits[unit])
                                      : fmt::format("{:.1f}{}", number, kUnits[unit]);
}

std::string short_memory(std::uint64_t kb) {
  const double mb = static_cast<double>(kb) / 1024;
  return mb < 99.95 ? fmt::format("{:.1f} MB", mb) : fmt::format("{:.0f} MB", mb);
}

std::string short_seconds(double seconds) {
  if (seconds < 0.1) return fmt::format("{:.2f} ms", seconds * 1000);
  if (seconds < 10) return fmt::format("{:.3f} s", seconds);
  if (seconds < 120) return fmt::format("{:.1f} s", seconds);
  const auto whole = static_cast<std::uint64_t>(seconds);
  if (whole < 7200) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

std::string counted(std::uint64_t n, std::string_view one) {
  return fmt::format("{} {}{}", with_commas(n), one, n == 1 ? "" : "s");
}

std::string printable_lines(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '\t') {
      c = ' ';
    } else if (c != '\n' && (code < 0x20 || code == 0x7f)) {
      c = '?';
    }
  }
  return result;
}

std::string printable(std::string_view text) {
  std::string result = printable_lines(text);
  std::replace(result.begin(), result.end(), '\n', ' ');
  return result;
}

std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
  }));
}

std::string padded(std::string text, std::size_t columns) {
  const std::size_t have = columns_of(text);
  if (have < columns) text.append(columns - have, ' ');
  return text;
}

namespace {

// The length in bytes of the first `columns` columns of `text`.
std::size_t bytes_of_columns(std::string_view text, std::size_t columns) {
  std::size_t i = 0;
  while (i < text.size() && columns > 0) {
    ++i;
    while (i < text.size() && (static_cast<unsigned char>(text[i]) & 0xc0U) == 0x80U) ++i;
    --columns;
  }
  return i;
}

}  // namespace

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  width = std::max<std::size_t>(width, 1);
  std::vector<std::string> lines;
  while (columns_of(text) > width) {
    const std::size_t limit = bytes_of_columns(text, width);
    // A space right after the limit can also be the break.
    std::size_t end = text.substr(0, limit + 1).rfind(' ');
    if (end == std::string_view::npos || end == 0) end = limit;
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  }
  if (!text.empty() || lines.empty()) lines.emplace_back(text);
  return lines;
}

}  // namespace skein
