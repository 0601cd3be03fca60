// SPDX-License-Identifier: Apache-2.0
#include "findings/wait_for.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace skein {

namespace {

// Who held what at the end of a run.
struct Holders {
  std::map<ObjectId, AgentId> alone;                  // closed the gate: locks, a once, a handler
  std::map<ObjectId, std::map<AgentId, int>> shared;  // readers, and how often each holds it
  std::map<ObjectId, AgentId> lives;                  // whose life an object is
};

// Gates that are closed by a holder. A semaphore at zero was not taken by anyone in particular.
bool has_holder(OpKind kind) {
  switch (kind) {
    case OpKind::SemWait:
    case OpKind::SemTryWait:
    case OpKind::SemPost:
    case OpKind::LockInit:
    case OpKind::SemGetValue: return false;
    default: return true;
  }
}

ObjectId life_of_agent(const Operation& op) {
  if (op.kind == OpKind::ThreadStart) return op.first;
  if (op.kind == OpKind::MessageBegin) return op.second;
  return {};
}

Holders holders_at_end(const Finding& finding) {
  Holders holders;
  for (const Step& step : finding.steps) {
    if (const ObjectId life = life_of_agent(step.op); !life.is_none()) {
      holders.lives[life] = step.agent;
    }
    const ObjectId gate = gate_object(step.op);
    if (gate.is_none()) continue;
    if (step.shared != 0) {
      std::map<AgentId, int>& readers = holders.shared[gate];
      readers[step.agent] += step.shared;
      if (readers[step.agent] == 0) readers.erase(step.agent);
    }
    if (step.op.kind == OpKind::LockInit) holders.alone.erase(gate);
    if (!has_holder(step.op.kind)) continue;
    if (step.gate_before && !step.gate_after) holders.alone[gate] = step.agent;
    if (step.gate_after) holders.alone.erase(gate);
  }
  for (const Pending& p : finding.pending) {
    if (const ObjectId life = life_of_agent(p.op); !life.is_none()) holders.lives[life] = p.agent;
  }
  return holders;
}

class Describer {
 public:
  Describer(const Finding& finding, const Machine& machine)
      : machine_(machine), holders_(holders_at_end(finding)) {}

  [[nodiscard]] Wait describe(const Pending& pending) const {
    Wait wait{pending.agent, pending.op, pending.site, {}, {}};
    wait.text = machine_.agent_name(pending.agent) + " waits for " + what(pending, wait);
    return wait;
  }

 private:
  std::string what(const Pending& pending, Wait& wait) const {
    const Operation& op = pending.op;
    const std::string first = op.first.is_none() ? "?" : machine_.object_name(op.first);
    switch (op.kind) {
      case OpKind::MutexLock: return "lock " + first + held(op.first, wait);
      case OpKind::RwReadLock: return "read lock " + first + held(op.first, wait);
      case OpKind::RwWriteLock: return "write lock " + first + held(op.first, wait);
      case OpKind::CondWake:
        if (pending.enabler.is_none()) return "a signal on " + first;
        [[fallthrough]];
      case OpKind::CondTimedWake:
        return "lock " + machine_.object_name(op.second) + held(op.second, wait);
      case OpKind::SemWait: return "semaphore " + first + ", which is 0";
      case OpKind::BarrierPass: return "the others at barrier " + first;
      case OpKind::OnceEnter: return "once " + first + initialised_by(op.first, wait);
      case OpKind::FutexResume: return "a wake-up on " + first;
      case OpKind::ThreadJoin: return exit_of(op.first, wait);
      case OpKind::MessageBegin:
        if (pending.enabler.is_none()) return "its post";
        // A handler that has no name of its own is called "handler 1".
        return (first.starts_with("handler ") ? "" : "handler ") + first +
               busy_with(op.first, wait);
      default: return std::string(name(op.kind)) + " " + first;
    }
  }

  std::string held(ObjectId object, Wait& wait) const {
    if (const auto found = holders_.alone.find(object); found != holders_.alone.end()) {
      wait.for_agents.push_back(found->second);
      if (found->second == wait.agent) return ", which it holds itself";
      return " held by " + machine_.agent_name(found->second);
    }
    std::string text;
    if (const auto found = holders_.shared.find(object); found != holders_.shared.end()) {
      for (const auto& [reader, times] : found->second) {
        wait.for_agents.push_back(reader);
        text += (text.empty() ? " read-held by " : " and ") + machine_.agent_name(reader);
      }
    }
    return text;
  }

  std::string initialised_by(ObjectId object, Wait& wait) const {
    const auto found = holders_.alone.find(object);
    if (found == holders_.alone.end()) return "";
    wait.for_agents.push_back(found->second);
    return " under way in " + machine_.agent_name(found->second);
  }

  std::string busy_with(ObjectId handler, Wait& wait) const {
    const auto found = holders_.alone.find(handler);
    if (found == holders_.alone.end()) return "";
    wait.for_agents.push_back(found->second);
    return " busy with " + machine_.agent_name(found->second);
  }

  std::string exit_of(ObjectId life, Wait& wait) const {
    const auto found = holders_.lives.find(life);
    if (found == holders_.lives.end()) return "the exit of " + machine_.object_name(life);
    wait.for_agents.push_back(found->second);
    return "the exit of " + machine_.agent_name(found->second);
  }

  const Machine& machine_;
  Holders holders_;
};

}  // namespace

std::vector<Wait> waits_of(const Finding& finding, const Machine& machine) {
  const Describer describer(finding, machine);
  std::vector<Wait> waits;
  for (const Pending& pending : finding.pending) {
    if (!pending.is_enabled) waits.push_back(describer.describe(pending));
  }
  return waits;
}

std::vector<AgentId> wait_cycle(const std::vector<Wait>& waits) {
  const auto wait_of = [&](AgentId agent) -> const Wait* {
    const auto found =
        std::find_if(waits.begin(), waits.end(), [&](const Wait& w) { return w.agent == agent; });
    return found == waits.end() ? nullptr : &*found;
  };
  // Depth-first search; `path` is the chain of waits that led here.
  std::set<AgentId> done;
  for (const Wait& start : waits) {
    std::vector<std::pair<const Wait*, std::size_t>> path{{&start, 0}};
    while (!path.empty()) {
      auto& [wait, next] = path.back();
      if (next == wait->for_agents.size() || done.contains(wait->agent)) {
        done.insert(wait->agent);
        path.pop_back();
        continue;
      }
      const AgentId target = wait->for_agents[next++];
      const auto on_path = std::find_if(path.begin(), path.end(), [&](const auto& entry) {
        return entry.first->agent == target;
      });
      if (on_path != path.end()) {
        std::vector<AgentId> cycle;
        for (auto it = on_path; it != path.end(); ++it) cycle.push_back(it->first->agent);
        return cycle;
      }
      if (const Wait* target_wait = wait_of(target)) path.emplace_back(target_wait, 0);
    }
  }
  return {};
}

std::string deadlock_message(const std::vector<Wait>& waits) {
  // A circle says it all; without one, everybody who is stuck.
  const std::vector<AgentId> cycle = wait_cycle(waits);
  std::string text;
  const auto append = [&](const Wait& wait) { text += (text.empty() ? "" : ", ") + wait.text; };
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

std::string message_of(const Finding& finding, const Machine& machine) {
  return finding.is_deadlock ? deadlock_message(waits_of(finding, machine))
                             : finding.violation.message;
}

}  // namespace skein
