// SPDX-License-Identifier: Apache-2.0
// skein::check (include/skein/check.hpp): of a test program, only one function is to run.
//
// The test program starts `skein check` on itself with SKEIN_CHECK in the environment, which says
// where in the program that function is. Then it, and not main, is what the executor runs: no test
// framework is between, and none of its steps.
#pragma once

namespace skein::runtime {

using MainFunction = int(int, char**, char**);

inline constexpr const char* kSingleBodyName = "SKEIN_CHECK";

// What to run instead of `main`: that function's caller if SKEIN_CHECK names one, else `main`.
// Gives up if what it names is not in the program.
[[nodiscard]] MainFunction* main_to_run(MainFunction* main);

}  // namespace skein::runtime
