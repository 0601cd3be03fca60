// SPDX-License-Identifier: Apache-2.0
// skein::check (include/skein/check.hpp): only one function of a test program runs.
//
// The test program starts `skein check` on itself; SKEIN_CHECK in the environment says where in the
// program that function is. The executor then runs this function instead of main: no test framework
// in between, and none of its steps.
#pragma once

namespace skein::runtime {

using MainFunction = int(int, char**, char**);

inline constexpr const char* kSingleBodyName = "SKEIN_CHECK";

// The function to run instead of `main`: the caller of the body if SKEIN_CHECK names one, otherwise
// `main`. Gives up if SKEIN_CHECK names something that is not in the program.
[[nodiscard]] MainFunction* main_to_run(MainFunction* main);

}  // namespace skein::runtime
