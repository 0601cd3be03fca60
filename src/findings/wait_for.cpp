// SPDX-License-Identifier: Apache-2.0
#include "findings/wait_for.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace skein {

namespace {

// The holders of all objects at the end of a run.
struct Holders {
  std::map<ObjectId, AgentId> exclusive;              // closed the gate: locks, a once, a handler
  std::map<ObjectId, std::map<AgentId, int>> shared;  // readers, with the number of holds of each
  std::map<ObjectId, AgentId> lives;                  // the agent whose life an object is
};

// Gates that a holder closes. A semaphore at zero has no particular holder.
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
    if (step.op.kind == OpKind::LockInit) holders.exclusive.erase(gate);
    if (!has_holder(step.op.kind)) continue;
    if (step.gate_before && !step.gate_after) holders.exclusive[gate] = step.agent;
    if (step.gate_after) holders.exclusive.erase(gate);
  }
  for (const Pending& p : finding.pending) {
    if (const ObjectId life = life_of_agent(p.op); !life.is_none()) holders.lives[life] = p.agent;
  }
  return holders;
}

// The object that the operation waits at, if agents can hold it; none if the wait is for something
// else.
ObjectId held_object(const Pending& pending) {
  const Operation& op = pending.op;
  switch (op.kind) {
    case OpKind::MutexLock:
    case OpKind::RwReadLock:
    case OpKind::RwWriteLock:
    case OpKind::OnceEnter: return op.first;
    case OpKind::CondWake: return pending.enabler.is_none() ? ObjectId{} : op.second;
    case OpKind::CondTimedWake: return op.second;
    case OpKind::MessageBegin: return pending.enabler.is_none() ? ObjectId{} : op.first;
    default: return {};
  }
}

Wait make_wait(const Pending& pending, const Holders& holders) {
  Wait wait;
  wait.agent = pending.agent;
  wait.op = pending.op;
  wait.site = pending.site;
  wait.lacks_enabler = pending.enabler.is_none();
  if (pending.op.kind == OpKind::ThreadJoin) {
    const auto found = holders.lives.find(pending.op.first);
    if (found != holders.lives.end()) wait.holder = found->second;
  }
  wait.object = held_object(pending);
  if (!wait.object.is_none()) {
    const auto exclusive = holders.exclusive.find(wait.object);
    const auto shared = holders.shared.find(wait.object);
    if (exclusive != holders.exclusive.end()) {
      wait.holder = exclusive->second;
    } else if (shared != holders.shared.end()) {
      for (const auto& [reader, times] : shared->second) wait.readers.push_back(reader);
    }
  }
  wait.for_agents = wait.readers;
  if (!wait.holder.is_none()) wait.for_agents = {wait.holder};
  return wait;
}

}  // namespace

std::vector<Wait> waits_of(const Finding& finding) {
  const Holders holders = holders_at_end(finding);
  std::vector<Wait> waits;
  for (const Pending& pending : finding.pending) {
    if (!pending.is_enabled) waits.push_back(make_wait(pending, holders));
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

}  // namespace skein
