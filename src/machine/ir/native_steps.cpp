// SPDX-License-Identifier: Apache-2.0
#include "machine/ir/native_steps.hpp"

namespace skein::ir {

std::optional<Step> NativeSteps::follow(const Step& s) {
  Step out = s;
  const auto gate = [&](bool before, bool after) {
    out.gate_before = before;
    out.gate_after = after;
    return out;
  };
  const bool is_done = s.value == 1;  // the operation succeeded
  const OpKind kind = s.op.kind;
  Lock& lock = locks_[s.op.first.value];
  const std::uint32_t me = s.agent.value + 1;
  switch (kind) {
    case OpKind::MutexLock:
    case OpKind::MutexTryLock:
      if (lock.owner == me) {
        if (is_done) ++lock.depth;  // recursive
        if (kind == OpKind::MutexLock || is_done) return std::nullopt;
        return gate(false, false);
      }
      if (!is_done) return gate(false, false);
      lock.owner = me;
      return gate(true, false);
    case OpKind::MutexUnlock:
      if (lock.owner != me) return std::nullopt;
      if (lock.depth > 0) {
        --lock.depth;
        return std::nullopt;
      }
      lock.owner = 0;
      return gate(false, true);
    case OpKind::CondWait: {
      Lock& mutex = locks_[s.op.second.value];
      if (mutex.owner != me || mutex.depth > 0) return std::nullopt;
      mutex.owner = 0;
      return gate(false, true);
    }
    case OpKind::CondWake:
    case OpKind::CondTimedWake: locks_[s.op.second.value].owner = me; return gate(true, false);
    case OpKind::RwReadLock:
    case OpKind::RwTryReadLock:
      if (lock.owner == me && kind == OpKind::RwReadLock) return std::nullopt;
      if (!is_done) return gate(false, false);
      lock.readers.insert(me);
      out.shared = 1;
      return out;
    case OpKind::RwWriteLock:
    case OpKind::RwTryWriteLock:
      if (kind == OpKind::RwWriteLock && (lock.owner == me || lock.readers.contains(me))) {
        return std::nullopt;
      }
      if (!is_done) return gate(lock.owner == 0, lock.owner == 0);
      lock.owner = me;
      return gate(true, false);
    case OpKind::RwWriteUnlock:
      if (lock.owner == me) {
        lock.owner = 0;
        return gate(false, true);
      }
      if (!lock.readers.contains(me)) return std::nullopt;
      lock.readers.erase(lock.readers.find(me));
      out.op.kind = OpKind::RwReadUnlock;
      out.shared = -1;
      return out;
    case OpKind::OnceEnter:
      if (lock.owner == me) return std::nullopt;
      if (!is_done) return out;
      lock.owner = me;
      return gate(true, false);
    case OpKind::OnceLeave: lock.owner = 0; return gate(false, true);
    case OpKind::ThreadCreate: has_threads_ = true; return out;
    case OpKind::LockInit: {
      if (!has_threads_) return std::nullopt;  // no other thread could use it
      const bool was_free = lock.owner == 0;
      if (!was_free && lock.owner != me)
        return gate(false, false);  // misuse: the lock stays as it is
      lock = Lock{};
      return gate(was_free, true);
    }
    default: return out;
  }
}

void note_gates(std::span<Step> steps) {
  NativeSteps natively;
  for (Step& s : steps) {
    const std::optional<Step> step = natively.follow(s);
    if (!step) continue;
    s.gate_before = step->gate_before;
    s.gate_after = step->gate_after;
    s.shared = step->shared;
  }
}

}  // namespace skein::ir
