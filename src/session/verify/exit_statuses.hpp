// SPDX-License-Identifier: Apache-2.0
// The exit statuses that the program can end with, read from a prefix: every end is the last event
// of a thread, either main's return or a call of exit.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "prefix/prefix.hpp"

namespace skein::session {

// What is known about the end of the program in a local state.
struct ExitStatus {
  std::set<int> values;  // that it may have
  bool is_any = false;   // or any other
};

// Empty if the program does not end there.
using ExitStatusOf = std::function<std::optional<ExitStatus>(ValueId local)>;

// Remarks about statuses other than 0, as by failed_exits (native_program.hpp): "every execution
// ended with exit status 2", "some executions ended with exit status 7"; "may have ended", if
// `are_certain` is false: what the prefix shows need not be possible.
[[nodiscard]] std::vector<std::string> failed_exits(const Prefix& prefix,
                                                    const ExitStatusOf& status_of,
                                                    bool are_certain);

}  // namespace skein::session
