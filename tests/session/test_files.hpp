// SPDX-License-Identifier: Apache-2.0
// Files for the tests of the sessions, in a folder that goes when the test program ends.
#pragma once

#include <fstream>
#include <iterator>
#include <string>

#include "session/os/temporary_folder.hpp"

namespace skein::session {

inline std::string path_of(const std::string& name) {
  static TemporaryFolder folder;
  return folder.path_of(name);
}

inline std::string file_with(const std::string& name, const std::string& text) {
  std::string path = path_of(name);
  std::ofstream(path) << text;
  return path;
}

inline std::string text_in(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// Two threads that take two locks each, in opposite orders.
inline constexpr const char* kDeadlockModel = R"(mutex a
mutex b
data p = 0
data q = 0
thread one { critical a { critical b { } } }
thread two { critical b { critical a { } } }
thread main {
  p = create one
  q = create two
}
)";

}  // namespace skein::session
