// SPDX-License-Identifier: Apache-2.0
// From the user's files to the machine that runs them. This is the one place that knows which kinds
// of programs there are.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

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
  // To be set before it is opened. Whether there is no more time, for compiling as for running; who
  // gets what the user should know of the program.
  std::function<bool()> is_over;
  std::function<void(const std::string&)> note;
};

// By its ending; nothing is opened.
[[nodiscard]] bool is_model(const std::string& file);

// Throws UserError if a file cannot be read, is of no known kind, has errors in it, or if an option
// means nothing to its kind; Stopped if `is_over` while it compiles. To be called once signals are
// caught: it may compile.
void open_program(const ProgramSettings& settings, const NativeSettings& native, Program& program);

// Another machine for a program that has been opened: what is done with it changes nothing of what
// the program's own machine does.
[[nodiscard]] std::unique_ptr<Machine> another_machine(const ProgramSettings& settings,
                                                       const Program& program);

}  // namespace skein::session
