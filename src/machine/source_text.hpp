// SPDX-License-Identifier: Apache-2.0
// The program's source files, line by line, for people to read. The lines of a missing file are
// empty.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace skein {

class SourceText {
 public:
  // Line `number` (from 1) of the file, without blanks at either end; empty if there is no such
  // line.
  [[nodiscard]] std::string line(const std::string& path, std::uint32_t number);

 private:
  std::map<std::string, std::vector<std::string>> files_;
};

}  // namespace skein
