#include "report/step_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "report/text.hpp"

namespace skein {

namespace {

// The life of an agent is named after the agent.
std::string name_of(ObjectId object, const Machine& machine) {
  constexpr std::string_view kLife = "life of ";
  std::string text = printable(machine.object_name(object));
  if (text.starts_with(kLife)) text.erase(0, kLife.size());
  return text;
}

bool is_memory_access(OpKind kind) {
  return kind == OpKind::AtomicLoad || kind == OpKind::AtomicStore || kind == OpKind::AtomicRmw ||
         kind == OpKind::PlainLoad || kind == OpKind::PlainStore;
}

}  // namespace

std::string operation_text(const Operation& op, const Machine& machine) {
  std::string text(name(op.kind));
  const OpTraits& row = traits(op.kind);
  switch (op.kind) {
    case OpKind::ThreadStart:
    case OpKind::ThreadExit: return text;  // its own life: goes without saying
    case OpKind::MessageBegin:
    case OpKind::MessageEnd: return text + " on " + name_of(op.first, machine);
    default: break;
  }
  if (row.first != Access::None && !op.first.is_none()) {
    text += " " + name_of(op.first, machine);
  }
  if (row.second != Access::None && !op.second.is_none()) {
    text += " " + name_of(op.second, machine);
  }
  return text;
}

SiteParts site_parts(SiteId site, const Machine& machine) {
  if (site.is_none()) return {};
  const std::string text = printable(machine.site_text(site));
  // The last ":digits" before the first ": " is the line (a column may stand in between). Of real
  // programs there is no more than that: no source.
  const std::size_t gap = std::min(text.find(": "), text.size());
  const std::size_t colon = text.rfind(':', gap - 1);
  if (gap == 0 || colon == std::string::npos || colon + 1 == gap ||
      !std::all_of(text.begin() + static_cast<std::ptrdiff_t>(colon) + 1,
                   text.begin() + static_cast<std::ptrdiff_t>(gap),
                   [](unsigned char c) { return std::isdigit(c) != 0; })) {
    return {"", "", text};
  }
  return {text.substr(0, colon), text.substr(colon + 1, gap - colon - 1),
          gap == text.size() ? "" : text.substr(gap + 2)};
}

std::string outcome_text(const Step& step) {
  switch (step.op.kind) {
    case OpKind::AtomicLoad:
    case OpKind::AtomicStore:
    case OpKind::AtomicRmw:
    case OpKind::PlainLoad:
    case OpKind::PlainStore:
    case OpKind::SemGetValue:
    case OpKind::LibraryCall: return fmt::format("= {}", step.value);
    case OpKind::Choose: return fmt::format("= {} (of {})", step.value, step.choices);
    case OpKind::MutexTryLock:
    case OpKind::RwTryReadLock:
    case OpKind::RwTryWriteLock:
    case OpKind::SemTryWait: return step.value != 0 ? "succeeds" : "fails";
    case OpKind::CondSignal:
    case OpKind::FutexWake:
      return step.choices > 1 ? fmt::format("wakes {} of {}", step.choice + 1, step.choices) : "";
    case OpKind::CondTimedWake:
    case OpKind::FutexTimedResume: return step.value > 0 ? "signalled" : "timeout";
    default: return "";
  }
}

StepText step_text(const Step& step, const Machine& machine) {
  std::string text = operation_text(step.op, machine);
  if (const std::string outcome = outcome_text(step); !outcome.empty()) text += " " + outcome;
  std::string source = site_parts(step.site, machine).source;
  if (!is_memory_access(step.op.kind) || source.empty()) return {std::move(text), ""};
  return {std::move(source), "[" + text + "]"};
}

}  // namespace skein
