// SPDX-License-Identifier: Apache-2.0
// Follows a schedule under gdb: gdb starts the real program, with only skein's runtime inside.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/plan.hpp"
#include "machine/native/process/executor.hpp"

namespace skein::session {

struct DebugRequest {
  NativeOptions options;
  Plan plan;
  std::vector<std::string> steps;       // in words, one per step of the schedule
  std::vector<std::string> violations;  // in words, one per violation of its run
  std::size_t stop = 0;                 // the step before which to stop first, from 1
  std::string what;                     // the bug, in words; may be empty
  std::vector<std::string> commands;  // for gdb to execute before it exits; none: it asks the user
};

// Returns gdb's exit status. Throws UserError if gdb cannot be started.
int run_gdb(const DebugRequest& request);

// Follows the schedule under valgrind's memcheck, which writes to the standard error. Returns the
// program's exit status, or kValgrindErrors if memcheck found anything. Throws UserError if
// valgrind cannot be started.
inline constexpr int kValgrindErrors = 99;
// Patterns for the linker's names of the runtime's functions in which memcheck's errors are
// suppressed: what the runtime does to stacks, and what it reads of the program (whole frames, to
// see whether a loop makes progress). The runtime also executes the program's atomic operations;
// errors in these are shown.
inline constexpr std::array kSuppressedFunctions{
    "skein_switch_by_syscall",       "skein_entry",
    "*skein*runtime*make_context*",  "*skein*runtime*add_agent*",
    "*skein*runtime*spins*",         "*skein*runtime*stack_fingerprint*",
    "*skein*runtime*plain_polling*", "*skein*runtime*details*",
    "*skein*runtime*restore*",       "*skein*runtime*save*"};
int run_valgrind(const DebugRequest& request);

}  // namespace skein::session
