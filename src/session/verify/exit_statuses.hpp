// SPDX-License-Identifier: Apache-2.0
// The exit statuses that the program can end with, read from a prefix: every end is the last event
// of a thread, either main's return or a call of exit.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "prefix/prefix.hpp"
#include "report/words/remark.hpp"

namespace skein::session {

// What is known about the end of the program in a local state.
struct ExitStatus {
  std::set<int> values;  // that it may have
  bool is_any = false;   // or any other
};

// Empty if the program does not end there.
using ExitStatusOf = std::function<std::optional<ExitStatus>(ValueId local)>;

// Remarks about statuses other than 0, as by failed_exits (native_program.hpp). `are_certain` is
// false if what the prefix shows need not be possible.
[[nodiscard]] std::vector<Remark> failed_exits(const Prefix& prefix, const ExitStatusOf& status_of,
                                               bool are_certain);

}  // namespace skein::session
