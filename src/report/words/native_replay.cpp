// SPDX-License-Identifier: Apache-2.0
#include "report/words/native_replay.hpp"

#include <fmt/format.h>

namespace skein {

namespace {

const char* name_of(NativeReplay::Form form) {
  switch (form) {
    case NativeReplay::Form::Same: return "the same bug";
    case NativeReplay::Form::Crash: return "the same bug, a crash";
    case NativeReplay::Form::Race: return "the same bug, as a data race";
  }
  return "";
}

std::string why_not(const NativeReplay& replay) {
  using Kind = NativeReplay::Kind;
  switch (replay.kind) {
    case Kind::Shown:
    case Kind::ShownOnce: break;
    case Kind::NotShown: return "the schedule shows no such bug there";
    case Kind::NothingToDo:
      return fmt::format("step {}: {} has nothing to do natively", replay.step, replay.agent);
    case Kind::Differs:
      return fmt::format("step {}: natively {} is at {}", replay.step, replay.agent,
                         replay.operation);
    case Kind::Waits:
      return fmt::format("step {}: natively {} is at {}, which cannot be executed", replay.step,
                         replay.agent, replay.operation);
    case Kind::NoSources: return "needs the sources";
    case Kind::StatementSteps: return "with --granularity statement a step is several accesses";
    case Kind::UnknownLocals:
      return "natively a local variable that is not initialised has the value it happens to have";
    case Kind::Stubs: return "functions are replaced by --stub";
    case Kind::Failed: return replay.why;
  }
  return "";
}

}  // namespace

std::string native_replay_text(const NativeReplay& replay) {
  if (!replay.is_shown()) return "not replayed natively: " + why_not(replay);
  const std::string shown = std::string("replayed natively: ") + name_of(replay.form);
  if (replay.kind == NativeReplay::Kind::ShownOnce) return shown + ", but not a second time";
  return shown + "; " + replay.trace;
}

}  // namespace skein
