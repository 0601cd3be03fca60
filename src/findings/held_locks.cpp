// SPDX-License-Identifier: Apache-2.0
#include "findings/held_locks.hpp"

#include <algorithm>

#include "core/lock_operations.hpp"

namespace skein {

namespace {

// A wait releases its mutex and acquires it again.
bool changes_holds(OpKind kind) {
  return is_lock_operation(kind) || kind == OpKind::CondWait || kind == OpKind::CondWake ||
         kind == OpKind::CondTimedWake;
}

}  // namespace

void HeldLocks::follow(const Step& step) {
  if (!changes_holds(step.op.kind)) return;
  const ObjectId lock = gate_object(step.op);
  if (lock.is_none()) return;
  if (step.shared > 0 || (step.gate_before && !step.gate_after)) {
    held_[step.agent].push_back(lock);
  } else if (step.shared < 0) {
    drop(step.agent, lock);
  } else if (!step.gate_before && step.gate_after) {
    for (auto& [agent, locks] : held_) std::erase(locks, lock);
  }
}

std::vector<ObjectId> HeldLocks::of(AgentId agent) const {
  const auto found = held_.find(agent);
  return found == held_.end() ? std::vector<ObjectId>() : found->second;
}

void HeldLocks::drop(AgentId agent, ObjectId lock) {
  std::vector<ObjectId>& locks = held_[agent];
  if (const auto at = std::find(locks.begin(), locks.end(), lock); at != locks.end()) {
    locks.erase(at);
  }
}

}  // namespace skein
