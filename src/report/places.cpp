// SPDX-License-Identifier: Apache-2.0
#include "report/places.hpp"

#include <algorithm>
#include <filesystem>

#include "machine/own_code.hpp"

namespace skein {

namespace {

namespace fs = std::filesystem;

}  // namespace

Place own_place(const Place& place, const Stack& stack) {
  const auto frame =
      std::find_if(stack.begin(), stack.end(), [](const Place& p) { return !is_of_library(p); });
  return frame == stack.end() ? place : *frame;
}

std::string shown_path(const Place& place, const Request& request) {
  std::string known = place.path.empty() ? place.file : place.path;
  if (known.empty()) return "";
  const fs::path program(request.file);
  if (!fs::path(known).has_parent_path() && program.filename() == known) known = request.file;
  fs::path path = fs::path(known).lexically_normal();
  if (path.is_absolute() && !request.folder.empty()) {
    const fs::path below = path.lexically_relative(request.folder);
    if (!below.empty() && *below.begin() != "..") path = below;
  }
  return path.string();
}

}  // namespace skein
