// SPDX-License-Identifier: Apache-2.0
// From the user's files to the machine that runs them. Only this file knows which kinds of programs
// exist.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <source_location>
#include <string>

#include "core/ensure.hpp"
#include "machine/machine.hpp"
#include "machine/native/process/executor.hpp"
#include "report/words/remark.hpp"
#include "session/os/temporary_folder.hpp"
#include "session/settings.hpp"

namespace skein::session {

// A program ready to run. Owns the files that were made for it.
struct Program {
  std::optional<TemporaryFolder> folder;
  std::optional<NativeOptions> native;  // of a real program
  std::unique_ptr<Machine> machine;
  // Set these before opening. `is_over`: whether there is no time left, for compiling and for
  // running. `note`: receives messages to the user about the program.
  std::function<bool()> is_over;
  std::function<void(const Remark&)> note;

  // REQUIRES: it is a real program.
  [[nodiscard]] NativeOptions& native_options() {
    if (!native) fail_check("a model has no native options", std::source_location::current());
    return *native;
  }
};

// Decided by the name's ending; no file is opened.
[[nodiscard]] bool is_model(const std::string& file);

// Throws UserError if a file cannot be read, is of an unknown kind, or has errors, or if an option
// does not apply to its kind; Stopped if `is_over` while it compiles. Call once signals are caught:
// it may compile.
void open_program(const ProgramSettings& settings, const NativeSettings& native, Program& program);

// Another machine for an open program. Using it does not affect the program's own machine.
[[nodiscard]] std::unique_ptr<Machine> another_machine(const ProgramSettings& settings,
                                                       const Program& program);

}  // namespace skein::session
