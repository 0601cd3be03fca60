// SPDX-License-Identifier: Apache-2.0
#include "machine/own_code.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace skein {

bool is_of_library(const Place& place) {
  if (place.line == 0) return true;
  const std::string_view path = place.path;
  for (const std::string_view folder :
       {"/usr/include/", "/lib/", "/usr/lib/", "/usr/lib32/", "/usr/lib64/", "/usr/libexec/",
        "/usr/share/", "/usr/local/include/", "/usr/local/lib/", "/usr/local/share/"}) {
    if (path.starts_with(folder)) return true;
  }
  // Our headers, the headers of the C++ library that we change, and our library of handlers.
  for (const std::string_view own : {"/include/skein/", "/skein-c++/", "/src/handlers/"}) {
    if (path.find(own) != std::string_view::npos) return true;
  }
  return false;
}

Stack own_frames(const Stack& stack) {
  Stack own;
  std::copy_if(stack.begin(), stack.end(), std::back_inserter(own),
               [](const Place& place) { return !is_of_library(place); });
  return own.empty() ? stack : own;
}

const Place* called_by_own(const Stack& stack) {
  const auto own = std::find_if_not(stack.begin(), stack.end(), is_of_library);
  return own == stack.begin() || own == stack.end() ? nullptr : &*std::prev(own);
}

}  // namespace skein
