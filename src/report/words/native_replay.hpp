// SPDX-License-Identifier: Apache-2.0
// What the real program did with the schedule of a bug that `verify` or `prove` found (--traces):
// data, and its words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace skein {

struct NativeReplay {
  enum class Kind : std::uint8_t {
    Shown,        // the bug, by the detailed run too; `trace` is its file
    ShownOnce,    // but not by the detailed run
    NotShown,     // the schedule shows no such bug
    NothingToDo,  // at `step`, `agent` has no operation
    Differs,      // at `step`, `agent` is at another operation
    Waits,        // the same, and that operation cannot be executed
    NoSources,    // the program was given compiled
    StatementSteps,
    UnknownLocals,
    Stubs,
    Failed,  // to be compiled, started or run: `why`
  };
  // How the bug shows in the real program.
  enum class Form : std::uint8_t { Same, Crash, Race };

  Kind kind = Kind::NotShown;
  Form form = Form::Same;
  std::size_t step = 0;  // of the schedule, from 1
  std::string agent = {};
  std::string operation = {};
  std::string trace = {};
  std::string why = {};

  [[nodiscard]] bool is_shown() const { return kind == Kind::Shown || kind == Kind::ShownOnce; }
};

// "replayed natively: the same bug; traces/prog-1.skein-trace", "not replayed natively: ...".
[[nodiscard]] std::string native_replay_text(const NativeReplay& replay);

}  // namespace skein
