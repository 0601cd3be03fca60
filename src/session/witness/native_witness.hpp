// SPDX-License-Identifier: Apache-2.0
// skein verify --traces: shows bugs found on the ir machine natively.
//
// The program is compiled for the native machine too. Each witness becomes a native schedule
// (witness_translator.hpp), which is executed and, if it shows the bug, written as a trace file for
// `skein replay`.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "findings/finding.hpp"
#include "machine/ir/system.hpp"
#include "report/counterexample.hpp"
#include "report/words/native_replay.hpp"
#include "session/program/open_program.hpp"
#include "session/settings.hpp"

namespace skein::session {

class NativeWitnesses {
 public:
  // `is_over`: whether there is no time left.
  NativeWitnesses(const VerifySettings& settings, std::function<bool()> is_over);

  // If the bug was shown, its trace is FOLDER/NAME-NUMBER.skein-trace.
  [[nodiscard]] NativeReplay replay(const ir::IrSystem& system, const Run& run,
                                    const Finding& finding, std::size_t number);

 private:
  void open();
  NativeReplay lead(const ir::IrSystem& system, const Run& run, const Finding& finding,
                    std::size_t number);
  void learn_races();

  ProgramSettings settings_;
  std::string folder_;
  Program program_;
  bool is_open_ = false;                 // it was tried
  std::optional<NativeReplay> trouble_;  // why the program cannot run natively
};

}  // namespace skein::session
