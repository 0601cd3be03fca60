// SPDX-License-Identifier: Apache-2.0
// From the user's files to the machine that runs them. This is the one place that knows which kinds
// of programs there are.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "machine/machine.hpp"
#include "machine/native/executor.hpp"
#include "session/os/temporary_folder.hpp"
#include "session/settings.hpp"

namespace skein::session {

// A program ready to run. What was made for it on disk goes with it.
struct Program {
  std::optional<TemporaryFolder> folder;
  std::optional<NativeOptions> native;  // of a real program
  std::unique_ptr<Machine> machine;
  // Whether there is no more time, for compiling as for running; to be set before it is opened.
  std::function<bool()> is_over;
};

// By its ending; nothing is opened.
[[nodiscard]] bool is_model(const Settings& settings);

// Throws UserError if a file cannot be read, is of no known kind, has errors in it, or if an option
// means nothing to its kind; Stopped if `is_over` while it compiles. To be called once signals are
// caught: it may compile.
void open_program(const Settings& settings, Program& program);

// Another machine for a program that has been opened: what is done with it changes nothing of what
// the program's own machine does.
[[nodiscard]] std::unique_ptr<Machine> another_machine(const Settings& settings,
                                                       const Program& program);

}  // namespace skein::session
