// SPDX-License-Identifier: Apache-2.0
#include "report/words/wait_text.hpp"

#include <fmt/format.h>

namespace skein {

namespace {

std::string holders_text(const Wait& wait, const Names& names) {
  if (wait.holder == wait.agent) return ", which it holds itself";
  if (!wait.holder.is_none()) return " held by " + names.agent_name(wait.holder);
  std::string text;
  for (const AgentId reader : wait.readers) {
    text += (text.empty() ? " read-held by " : " and ") + names.agent_name(reader);
  }
  return text;
}

// `relation` and the holder's name; empty if there is no holder.
std::string holder_text(const char* relation, const Wait& wait, const Names& names) {
  return wait.holder.is_none() ? "" : relation + names.agent_name(wait.holder);
}

std::string awaited_text(const Wait& wait, const Names& names) {
  const Operation& op = wait.op;
  const std::string first = op.first.is_none() ? "?" : names.object_name(op.first);
  switch (op.kind) {
    case OpKind::MutexLock: return "lock " + first + holders_text(wait, names);
    case OpKind::RwReadLock: return "read lock " + first + holders_text(wait, names);
    case OpKind::RwWriteLock: return "write lock " + first + holders_text(wait, names);
    case OpKind::CondWake:
      if (wait.lacks_enabler) return "a signal on " + first;
      [[fallthrough]];
    case OpKind::CondTimedWake:
      return "lock " + names.object_name(op.second) + holders_text(wait, names);
    case OpKind::SemWait: return "semaphore " + first + ", which is 0";
    case OpKind::BarrierPass: return "the others at barrier " + first;
    case OpKind::OnceEnter: return "once " + first + holder_text(" under way in ", wait, names);
    case OpKind::FutexResume:
      return (names.has_own_name(op.first) ? "a wake-up on " : "a change of ") + first;
    case OpKind::ThreadJoin:
      return "the exit of " + (wait.holder.is_none() ? first : names.agent_name(wait.holder));
    case OpKind::MessageBegin:
      if (wait.lacks_enabler) return "its post";
      return (names.has_own_name(op.first) ? "handler " : "") + first +
             holder_text(" busy with ", wait, names);
    default: return std::string(name(op.kind)) + " " + first;
  }
}

}  // namespace

std::string wait_text(const Wait& wait, const Names& names) {
  return names.agent_name(wait.agent) + " waits for " + awaited_text(wait, names);
}

std::string deadlock_text(const std::vector<Wait>& waits, const Names& names) {
  const std::vector<AgentId> cycle = wait_cycle(waits);
  std::string text;
  const auto append = [&](const Wait& wait) {
    text += (text.empty() ? "" : ", ") + wait_text(wait, names);
  };
  for (const AgentId agent : cycle) {
    for (const Wait& wait : waits) {
      if (wait.agent == agent) append(wait);
    }
  }
  if (cycle.empty()) {
    for (const Wait& wait : waits) append(wait);
  }
  return text;
}

std::string fault_text(const LibraryFault& fault) {
  return fmt::format("{}() sleeps although the count is {}", fault.function, fault.count);
}

}  // namespace skein
