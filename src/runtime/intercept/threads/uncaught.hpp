// SPDX-License-Identifier: Apache-2.0
// The uncaught exception, when the C++ library ends the program because of it.
#pragma once

namespace skein::runtime {

struct Uncaught {
  const char* type = nullptr;  // as the C++ library names it; null: there is no such exception
  const char* what = "";       // what it says, if it is a std::exception
};

// `caller` is the return address of abort: only the library's own call counts.
[[nodiscard]] Uncaught find_uncaught(const void* caller);

}  // namespace skein::runtime
