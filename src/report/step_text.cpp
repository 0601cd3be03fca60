// SPDX-License-Identifier: Apache-2.0
#include "report/step_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace skein {

std::string object_text(ObjectId object, const Machine& machine) {
  constexpr std::string_view kLife = "life of ";
  std::string text = machine.object_name(object);
  if (text.starts_with(kLife)) text.erase(0, kLife.size());
  return text;
}

std::string operation_text(const Operation& op, const Machine& machine) {
  std::string text(name(op.kind));
  const OpTraits& row = traits(op.kind);
  switch (op.kind) {
    case OpKind::ThreadStart:
    case OpKind::ThreadExit: return text;  // its own life: goes without saying
    case OpKind::MessageBegin:
    case OpKind::MessageEnd: return text + " on " + object_text(op.first, machine);
    default: break;
  }
  if (row.first != Access::None && !op.first.is_none()) {
    text += " " + object_text(op.first, machine);
  }
  if (row.second != Access::None && !op.second.is_none()) {
    text += " " + object_text(op.second, machine);
  }
  return text;
}

SiteParts site_parts(SiteId site, const Machine& machine) {
  if (site.is_none()) return {};
  const std::string text = machine.site_text(site);
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
    case OpKind::SemGetValue:
    case OpKind::LibraryCall: return fmt::format("= {}", step.value);
    case OpKind::Choose: return fmt::format("= {} (of {})", step.value, step.choices);
    case OpKind::MutexTryLock:
    case OpKind::RwTryReadLock:
    case OpKind::RwTryWriteLock:
    case OpKind::SemTryWait: return step.value != 0 ? "succeeds" : "fails";
    case OpKind::CondSignal: return step.value < 0 ? "wakes nobody" : "";
    case OpKind::CondTimedWake:
    case OpKind::FutexTimedResume: return step.value > 0 ? "signalled" : "timeout";
    default: return "";
  }
}

}  // namespace skein
