#include "machine/ir/native_steps.hpp"

namespace skein::ir {

std::optional<OpKind> NativeSteps::follow(const Step& s) {
  const OpKind kind = s.op.kind;
  Lock& lock = locks_[s.op.first.value];
  const std::uint32_t me = s.agent.value + 1;
  switch (kind) {
    case OpKind::MutexLock:
    case OpKind::MutexTryLock:
      if (lock.owner == me) {
        if (s.value == 1) ++lock.depth;  // recursive
        if (kind == OpKind::MutexLock || s.value == 1) return std::nullopt;
        return kind;
      }
      if (s.value == 1) lock.owner = me;
      return kind;
    case OpKind::MutexUnlock:
      if (lock.owner != me) return std::nullopt;
      if (lock.depth > 0) {
        --lock.depth;
        return std::nullopt;
      }
      lock.owner = 0;
      return kind;
    case OpKind::CondWait: {
      Lock& mutex = locks_[s.op.second.value];
      if (mutex.owner != me || mutex.depth > 0) return std::nullopt;
      mutex.owner = 0;
      return kind;
    }
    case OpKind::CondWake:
    case OpKind::CondTimedWake: locks_[s.op.second.value].owner = me; return kind;
    case OpKind::RwReadLock:
    case OpKind::RwTryReadLock:
      if (lock.owner == me && kind == OpKind::RwReadLock) return std::nullopt;
      if (s.value == 1) lock.readers.insert(me);
      return kind;
    case OpKind::RwWriteLock:
    case OpKind::RwTryWriteLock:
      if (kind == OpKind::RwWriteLock && (lock.owner == me || lock.readers.contains(me))) {
        return std::nullopt;
      }
      if (s.value == 1) lock.owner = me;
      return kind;
    case OpKind::RwWriteUnlock:
      if (lock.owner == me) {
        lock.owner = 0;
        return kind;
      }
      if (!lock.readers.contains(me)) return std::nullopt;
      lock.readers.erase(lock.readers.find(me));
      return OpKind::RwReadUnlock;
    case OpKind::OnceEnter:
      if (lock.owner == me) return std::nullopt;
      if (s.value == 1) lock.owner = me;
      return kind;
    case OpKind::OnceLeave: lock.owner = 0; return kind;
    default: return kind;
  }
}

}  // namespace skein::ir
