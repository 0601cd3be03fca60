// SPDX-License-Identifier: Apache-2.0
#include "session/program/input_range.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

#include "core/ensure.hpp"
#include "report/words/text.hpp"

namespace skein::session {

namespace {

// "7" or "0..9".
std::optional<InputRange> read_range(std::string_view text) {
  const auto read = [](std::string_view part, std::int64_t& number) {
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
    return error == std::errc{} && end == part.data() + part.size() && !part.empty();
  };
  const std::size_t dots = text.find("..");
  InputRange range;
  const bool is_one = dots == std::string_view::npos;
  if (!read(text.substr(0, dots), range.first)) return std::nullopt;
  range.last = range.first;
  if (!is_one && !read(text.substr(dots + 2), range.last)) return std::nullopt;
  if (range.last < range.first) return std::nullopt;
  return range;
}

}  // namespace

std::vector<InputRange> read_input_ranges(const std::string& text) {
  const auto refusal = [&] {
    return UserError(fmt::format(
        "--nondet: '{}' is not a range like 0..9 or a list like -1,0..9,100, of at most {} values",
        printable(text), kMostInputs));
  };
  std::vector<InputRange> ranges;
  for (std::string_view rest = text;;) {
    const std::size_t comma = rest.find(',');
    const std::optional<InputRange> range = read_range(rest.substr(0, comma));
    if (!range) throw refusal();
    ranges.push_back(*range);
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  std::sort(ranges.begin(), ranges.end(),
            [](const InputRange& a, const InputRange& b) { return a.first < b.first; });
  std::vector<InputRange> merged;
  for (const InputRange& range : ranges) {
    if (!merged.empty() && merged.back().last >= range.first) {
      merged.back().last = std::max(merged.back().last, range.last);
    } else {
      merged.push_back(range);
    }
  }
  if (input_ranges::count(merged, kAllInputs) > kMostInputs || merged.size() > kMostInputRanges) {
    throw refusal();
  }
  return merged;
}

std::string input_ranges_text(std::span<const InputRange> ranges) {
  std::string text;
  for (const InputRange& range : ranges) {
    if (!text.empty()) text += ",";
    text += std::to_string(range.first);
    if (range.last != range.first) text += ".." + std::to_string(range.last);
  }
  return text;
}

std::vector<Remark> limits_of_inputs(const ProgramSettings& program, bool reads_environment) {
  std::vector<Remark> limits;
  if (program.nondet) {
    limits.push_back(
        {RemarkCode::InputRanges, {input_ranges_text(read_input_ranges(*program.nondet))}});
  }
  if (program.unknown_arguments) {
    limits.emplace_back(RemarkCode::ArgumentsAtMost,
                        static_cast<std::int64_t>(*program.unknown_arguments));
  }
  if (reads_environment) limits.emplace_back(RemarkCode::EnvironmentAtMost);
  return limits;
}

bool reads_unknown_environment(const ir::Program& program) {
  return std::any_of(
      program.functions.begin(), program.functions.end(),
      [](const ir::Function& function) { return function.name == "skein_input_getenv"; });
}

}  // namespace skein::session
