// SPDX-License-Identifier: Apache-2.0
#include "report/words/step_text.hpp"

#include <fmt/format.h>

namespace skein {

namespace {

// Pipes and eventfds, whose names are a class and a number, are waited for as futexes are.
std::string verb(const Operation& op, const Names& names) {
  const bool is_numbered = !op.first.is_none() && !names.has_own_name(op.first);
  if (!is_numbered) return std::string(name(op.kind));
  switch (op.kind) {
    case OpKind::FutexWait: return "look at";
    case OpKind::FutexWake: return "change";
    case OpKind::FutexResume:
    case OpKind::FutexTimedResume: return "go on at";
    default: return std::string(name(op.kind));
  }
}

}  // namespace

std::string operation_text(const Operation& op, const Names& names, const std::string& first,
                           const std::string& second) {
  std::string text = verb(op, names);
  const OpTraits& row = traits(op.kind);
  switch (op.kind) {
    case OpKind::ThreadStart:
    case OpKind::ThreadExit: return text;  // its own life need not be named
    case OpKind::Section: return "lock " + first + " ... unlock";
    case OpKind::MessageBegin:
    case OpKind::MessageEnd: return text + " on " + first;
    default: break;
  }
  if (row.first != Access::None && !op.first.is_none()) text += " " + first;
  if (row.second != Access::None && !op.second.is_none()) text += " " + second;
  return text;
}

std::string operation_text(const Operation& op, const Names& names) {
  const auto name_of = [&](ObjectId object) {
    return object.is_none() ? std::string() : names.object_name(object);
  };
  return operation_text(op, names, name_of(op.first), name_of(op.second));
}

std::string outcome_text(const Step& step) {
  switch (step.op.kind) {
    case OpKind::SemGetValue:
    case OpKind::LibraryCall: return fmt::format("= {}", step.value);
    case OpKind::Choose:
      if (step.choices == 0) return fmt::format("= {}, of all inputs", step.value);
      return fmt::format("= {} (of {})", step.value, step.choices);
    case OpKind::MutexTryLock:
    case OpKind::RwTryReadLock:
    case OpKind::RwTryWriteLock:
    case OpKind::SemTryWait: return step.value != 0 ? "succeeds" : "fails";
    case OpKind::CondSignal: return step.value < 0 ? "wakes no thread" : "";
    case OpKind::CondTimedWake:
    case OpKind::FutexTimedResume: return step.value > 0 ? "signalled" : "timeout";
    default: return "";
  }
}

}  // namespace skein
