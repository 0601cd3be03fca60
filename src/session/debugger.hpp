// SPDX-License-Identifier: Apache-2.0
// A schedule under gdb: the real program, started by gdb itself, with nothing of skein but the
// runtime inside.
#pragma once

#include <string>
#include <vector>

#include "core/plan.hpp"
#include "machine/native/executor.hpp"

namespace skein::session {

struct DebugRequest {
  NativeOptions options;
  Plan plan;
  std::vector<std::string> steps;       // in words, one for each step of the schedule
  std::vector<std::string> violations;  // in words, one for each violation of its run
  std::size_t stop = 0;                 // before which step to stop first, from 1
  std::string what;                     // the bug, in words; may be empty
  std::vector<std::string> commands;  // for gdb to execute and then to end; none: it asks the user
};

// Returns gdb's exit status. Throws UserError if it cannot be started.
int run_gdb(const DebugRequest& request);

// Follows the schedule under valgrind's memcheck, which writes to the standard error. Returns the
// program's exit status, or kValgrindErrors if memcheck found anything. Throws UserError if it
// cannot be started.
inline constexpr int kValgrindErrors = 99;
int run_valgrind(const DebugRequest& request);

}  // namespace skein::session
