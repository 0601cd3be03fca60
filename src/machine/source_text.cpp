// SPDX-License-Identifier: Apache-2.0
#include "machine/source_text.hpp"

#include <filesystem>
#include <fstream>

namespace skein {

namespace {

// Generated files can be huge, and only a line here and there is shown.
constexpr std::uintmax_t kLargestFile = 16U << 20U;

std::vector<std::string> read_lines(const std::string& path) {
  std::vector<std::string> lines;
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error) ||
      std::filesystem::file_size(path, error) > kLargestFile || error) {
    return lines;
  }
  std::ifstream file(path);
  for (std::string text; std::getline(file, text);) {
    const auto begin = text.find_first_not_of(" \t\r");
    const auto end = text.find_last_not_of(" \t\r");
    lines.push_back(begin == std::string::npos ? "" : text.substr(begin, end - begin + 1));
  }
  return lines;
}

}  // namespace

std::string SourceText::line(const std::string& path, std::uint32_t number) {
  if (path.empty() || number == 0) return {};
  const auto [entry, is_new] = files_.try_emplace(path);
  if (is_new) entry->second = read_lines(path);
  return number <= entry->second.size() ? entry->second[number - 1] : std::string();
}

}  // namespace skein
