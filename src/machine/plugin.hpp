// SPDX-License-Identifier: Apache-2.0
// Shared libraries of skein that are kept out of the command: the runtime, which goes into the
// program under test, and code that few runs need and that would slow down every start.
#pragma once

#include <string>

namespace skein {

// The path of the library with this file name: in lib/ next to the command, where it was installed
// (../lib/skein/), or where it was built. Throws UserError if it is missing.
[[nodiscard]] std::string find_plugin(const std::string& name);

// Loads the library, never unloads it, and returns its function of that name. Throws UserError if
// the library, or one of its dependencies, is missing.
[[nodiscard]] void* load_function(const std::string& library, const char* function);

}  // namespace skein
