// SPDX-License-Identifier: Apache-2.0
#include "report/wait_text.hpp"

namespace skein {

namespace {

std::string holders_text(const Wait& wait, const Machine& machine) {
  if (wait.holder == wait.agent) return ", which it holds itself";
  if (!wait.holder.is_none()) return " held by " + machine.agent_name(wait.holder);
  std::string text;
  for (const AgentId reader : wait.readers) {
    text += (text.empty() ? " read-held by " : " and ") + machine.agent_name(reader);
  }
  return text;
}

// `relation` and the holder's name; empty if there is no holder.
std::string holder_text(const char* relation, const Wait& wait, const Machine& machine) {
  return wait.holder.is_none() ? "" : relation + machine.agent_name(wait.holder);
}

std::string awaited_text(const Wait& wait, const Machine& machine) {
  const Operation& op = wait.op;
  const std::string first = op.first.is_none() ? "?" : machine.object_name(op.first);
  switch (op.kind) {
    case OpKind::MutexLock: return "lock " + first + holders_text(wait, machine);
    case OpKind::RwReadLock: return "read lock " + first + holders_text(wait, machine);
    case OpKind::RwWriteLock: return "write lock " + first + holders_text(wait, machine);
    case OpKind::CondWake:
      if (wait.lacks_enabler) return "a signal on " + first;
      [[fallthrough]];
    case OpKind::CondTimedWake:
      return "lock " + machine.object_name(op.second) + holders_text(wait, machine);
    case OpKind::SemWait: return "semaphore " + first + ", which is 0";
    case OpKind::BarrierPass: return "the others at barrier " + first;
    case OpKind::OnceEnter: return "once " + first + holder_text(" under way in ", wait, machine);
    case OpKind::FutexResume: return "a wake-up on " + first;
    case OpKind::ThreadJoin:
      return "the exit of " + (wait.holder.is_none() ? first : machine.agent_name(wait.holder));
    case OpKind::MessageBegin:
      if (wait.lacks_enabler) return "its post";
      // A handler that has no name of its own is called "handler 1".
      return (first.starts_with("handler ") ? "" : "handler ") + first +
             holder_text(" busy with ", wait, machine);
    default: return std::string(name(op.kind)) + " " + first;
  }
}

}  // namespace

std::string wait_text(const Wait& wait, const Machine& machine) {
  return machine.agent_name(wait.agent) + " waits for " + awaited_text(wait, machine);
}

std::string deadlock_text(const std::vector<Wait>& waits, const Machine& machine) {
  const std::vector<AgentId> cycle = wait_cycle(waits);
  std::string text;
  const auto append = [&](const Wait& wait) {
    text += (text.empty() ? "" : ", ") + wait_text(wait, machine);
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

}  // namespace skein
