// SPDX-License-Identifier: Apache-2.0
// Libraries that are part of skein and stand apart from the command: the runtime, which goes into
// the program under test, and what few runs need and would make the start of every run slower.
#pragma once

#include <string>

namespace skein {

// Where the library of this file name is: beside the command in lib/, where it was installed
// (../lib/skein/), or where it was built. Throws UserError if nowhere.
[[nodiscard]] std::string find_plugin(const std::string& name);

// Loads the library for good and returns the function of that name. Throws UserError if it is not
// there, or if something that it needs is not.
[[nodiscard]] void* load_function(const std::string& library, const char* function);

}  // namespace skein
