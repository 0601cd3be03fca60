// SPDX-License-Identifier: Apache-2.0
// Runs compilers as child processes, and ends them when time is up.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace skein {

// Runs a command to its end, with our standard output; returns its exit status, or 127 if it cannot
// be run. With `is_over`, the command and its children form a process group, which is killed when
// time is up; then Stopped is thrown. The standard error goes to the file `errors`, if one is
// given.
int run_command(const std::vector<std::string>& command, const std::function<bool()>& is_over = {},
                const std::string& errors = "");

}  // namespace skein
