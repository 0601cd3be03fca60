// SPDX-License-Identifier: Apache-2.0
// Locks, condition variables, barriers, semaphores, once: when they can be used, and their effects.
//
// DEVIATION from the table of dependence: what is a read there because it commutes (read locks,
// passing a barrier, waking up) is a write here, since it changes the value that stands for the
// lock. More order than needed: never wrong, sometimes more traces than the native machine has.
#include <algorithm>
#include <cerrno>

#include "core/check.hpp"
#include "machine/ir/system.hpp"

namespace skein::ir {

namespace {

constexpr std::uint32_t kRecursive = 1;
constexpr std::uint32_t kErrorCheck = 2;
constexpr std::uint32_t kDestroyed = 4;

void insert_sorted(std::vector<std::uint32_t>& list, std::uint32_t value) {
  list.insert(std::lower_bound(list.begin(), list.end(), value), value);
}

bool contains(const std::vector<std::uint32_t>& list, std::uint32_t value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

// Takes it away, if it is there.
bool take_out(std::vector<std::uint32_t>& list, std::uint32_t value) {
  const auto place = std::find(list.begin(), list.end(), value);
  if (place == list.end()) return false;
  list.erase(place);
  return true;
}

// Whom a signal wakes; the last is nobody, if all may have timed out before it. Those with a
// timeout come last.
std::uint32_t signal_ways(const Cell& cond) {
  const bool can_all_time_out = cond.waiting.empty() || (cond.waiting.front() & kTimed) != 0;
  return static_cast<std::uint32_t>(cond.waiting.size()) + (can_all_time_out ? 1 : 0);
}

}  // namespace

std::optional<Cell> IrSystem::lock_in(ValueId value, ValueKind kind) const {
  Cell cell = cells_[value];
  if (cell.kind == kind) return cell;
  if (cell.kind != ValueKind::Bytes || cell.bits != 0 || !cell.waiting.empty()) {
    return std::nullopt;
  }
  cell = Cell{};
  cell.kind = kind;
  return cell;
}

bool IrSystem::as_lock(Step& s, std::size_t i, ValueKind kind, Cell& cell) {
  const std::optional<Cell> found =
      i == 0 ? lock_of(s.thread, here(s.thread), s.values[0], kind) : lock_in(s.values[i], kind);
  if (found) {
    cell = *found;
    return true;
  }
  fault(s.thread, s.outcome,
        s.values[i] == 0 ? ViolationCode::LockInFreedMemory : ViolationCode::LockOfOtherKind);
  return false;
}

std::uint32_t IrSystem::ways(ValueId local, std::span<const ValueId> values) {
  const Status status = threads_.status(local);
  if (status == Status::Starting || status == Status::Exiting) return 1;
  // Most operations can always be executed, in one way: no need to look.
  const Intent& what = *intent(local);
  if (is_kept_waiting(what, values)) return 0;
  const OpKind kind = what.kind;
  const bool may_choose_name = options_.spare_names > 0 && kind == OpKind::Yield;
  if (traits(kind).enabling == Enabling::kAlways && kind != OpKind::Choose &&
      kind != OpKind::CondSignal && !may_choose_name) {
    return 1;
  }
  bool is_new = false;
  Known& entry = known(local, values, kNone, is_new);
  if (!is_new) return entry.ways;
  const Thread t = threads_.unpack(local);
  const Instruction& in = here(t);
  if (may_choose_name) {
    const std::size_t names = chooses_name(t, in) ? possible_blocks(t, in).size() : 1;
    entry.ways = static_cast<std::uint32_t>(names);
  } else {
    entry.ways = in.code == Code::Builtin ? lock_ways(t, in, values) : 1;
  }
  return entry.ways;
}

std::uint32_t IrSystem::lock_ways(const Thread& t, const Instruction& in,
                                  std::span<const ValueId> values) const {
  const std::uint32_t phase = t.frames.back().phase;
  const auto lock = [&](std::size_t i, ValueKind kind) {
    return i == 0 ? lock_of(t, in, values[0], kind) : lock_in(values[i], kind);
  };
  switch (static_cast<Builtin>(in.sub)) {
    case Builtin::ThreadJoin: {
      const Cell& cell = cells_[values[0]];
      return cell.kind == ValueKind::Life && cell.a == kRunning ? 0 : 1;
    }
    case Builtin::SpinLock:
    case Builtin::MutexLock: {
      // Who takes what it holds gets an error or is at fault; it does not wait.
      const auto mutex = lock(0, ValueKind::Mutex);
      return !mutex || mutex->b == 0 || mutex->b == t.agent + 1 ? 1 : 0;
    }
    case Builtin::CondWait: {
      if (phase == 0) return 1;
      const auto cond = lock(0, ValueKind::Cond);
      const auto mutex = lock(1, ValueKind::Mutex);
      if (!cond || !mutex) return 1;
      return (contains(cond->woken, t.agent) || may_wake_spuriously(t)) && mutex->b == 0 ? 1 : 0;
    }
    case Builtin::CondTimedWait: {
      if (phase == 0) return 1;
      const auto cond = lock(0, ValueKind::Cond);
      const auto mutex = lock(1, ValueKind::Mutex);
      if (!cond || !mutex) return 1;
      if (mutex->b != 0) return 0;
      // Woken or not: it may time out. The broadcast that woke it may have come after that.
      return contains(cond->woken, t.agent | kTimed) ? 2 : 1;
    }
    case Builtin::CondSignal: {
      const auto cond = lock(0, ValueKind::Cond);
      return cond ? signal_ways(*cond) : 1;
    }
    case Builtin::RwReadLock: {
      const auto rw = lock(0, ValueKind::RwLock);
      return !rw || rw->b == 0 || rw->b == t.agent + 1 ? 1 : 0;
    }
    case Builtin::RwWriteLock: {
      const auto rw = lock(0, ValueKind::RwLock);
      return !rw || (rw->b == 0 && rw->waiting.empty()) || rw->b == t.agent + 1 ||
                     contains(rw->waiting, t.agent)
                 ? 1
                 : 0;
    }
    case Builtin::BarrierWait: {
      if (phase == 0) return 1;
      const auto barrier = lock(0, ValueKind::Barrier);
      return !barrier || contains(barrier->woken, t.agent) ? 1 : 0;
    }
    case Builtin::SemWait: {
      const auto semaphore = lock(0, ValueKind::Semaphore);
      return !semaphore || semaphore->a == 0 || semaphore->bits > 0 ? 1 : 0;
    }
    case Builtin::Once: {
      const auto once = lock(0, ValueKind::Once);
      // Who calls it again while it initialises would wait for itself: at fault, it does not wait.
      return phase == 0 && once && once->a == 1 && once->b != t.agent + 1 ? 0 : 1;
    }
    case Builtin::Choose: {
      const auto count = static_cast<std::uint32_t>(argument(t, in, 0));
      if (count == 0 || count > 65536) refuse(t, "a choice needs between 1 and 65536 values");
      return count;
    }
    case Builtin::NondetPointer:
    case Builtin::NondetBool: return 2;
    case Builtin::Nondet: {
      if (!options_.nondet) {
        refuse(t, "'" + program_.externals[static_cast<std::size_t>(in.imm)] +
                      "' needs a range: --nondet A..B");
      }
      return static_cast<std::uint32_t>(options_.nondet->second - options_.nondet->first + 1);
    }
    default: return 1;
  }
}

void IrSystem::execute_mutex(Step& s, const Instruction& in) {
  Thread& t = s.thread;
  Frame& f = t.frames.back();
  const auto misuse = [&](ViolationCode code) { fault(t, s.outcome, code); };
  const auto put = [&](const Cell& cell) { put_lock(s, in, cell); };
  const auto what = static_cast<Builtin>(in.sub);
  Cell mutex;
  if (what == Builtin::MutexInit || what == Builtin::SpinInit) {
    if (s.values[0] == 0) return misuse(ViolationCode::InitialisesInFreedMemory);
    const Cell& old = cells_[s.values[0]];
    if (what == Builtin::MutexInit && old.kind == ValueKind::Mutex && old.a != kDestroyed &&
        old.b != 0 && old.b != t.agent + 1) {
      return misuse(ViolationCode::InitialisesHeldMutex);
    }
    if (is_small(in) && !has_room_for_small_lock(s, in)) {
      return misuse(ViolationCode::InitialisesOtherKind);
    }
    mutex.kind = ValueKind::Mutex;
    if (what == Builtin::MutexInit) mutex.a = static_cast<std::uint32_t>(argument(t, in, 1));
    put(mutex);
    return finish(f, in, 0);
  }
  if (!as_lock(s, 0, ValueKind::Mutex, mutex)) return;
  if (mutex.a == kDestroyed) return misuse(ViolationCode::UsesDestroyedMutex);
  const bool is_mine = mutex.b == t.agent + 1;
  switch (what) {
    case Builtin::SpinDestroy:
    case Builtin::MutexDestroy:
      if (mutex.b != 0) return misuse(ViolationCode::DestroysLockedMutex);
      put(Cell{ValueKind::Mutex, kDestroyed, 0, 0, {}, {}});
      return finish(f, in, 0);
    case Builtin::SpinUnlock:
    case Builtin::MutexUnlock:
      if (!is_mine && mutex.a == kErrorCheck) return finish(f, in, EPERM);
      if (mutex.b == 0) return misuse(ViolationCode::UnlocksUnlockedMutex);
      if (!is_mine) return misuse(ViolationCode::UnlocksMutexOfOther);
      if (mutex.bits > 0) {
        --mutex.bits;
      } else {
        mutex.b = 0;
      }
      put(mutex);
      return finish(f, in, 0);
    default: break;
  }
  if (mutex.b == 0) {
    mutex.b = t.agent + 1;
    put(mutex);
    s.outcome.value = 1;
    return finish(f, in, 0);
  }
  const bool is_timed = what == Builtin::MutexTimedLock;
  if (is_mine && mutex.a == kRecursive) {
    ++mutex.bits;
    put(mutex);
    s.outcome.value = 1;
    return finish(f, in, 0);
  }
  if (what == Builtin::MutexTryLock || what == Builtin::SpinTryLock) {
    return finish(f, in, EBUSY);
  }
  if (is_mine && mutex.a == kErrorCheck) return finish(f, in, EDEADLK);
  if (is_timed) {
    pass_until_timeout(t, in);
    return finish(f, in, ETIMEDOUT);
  }
  misuse(ViolationCode::LocksLockedMutex);
}

void IrSystem::execute_rwlock(Step& s, const Instruction& in) {
  Thread& t = s.thread;
  Frame& f = t.frames.back();
  const auto misuse = [&](ViolationCode code) { fault(t, s.outcome, code); };
  Cell rw;
  const auto what = static_cast<Builtin>(in.sub);
  if (what == Builtin::RwInit) {
    if (s.values[0] == 0) return misuse(ViolationCode::InitialisesInFreedMemory);
    rw.kind = ValueKind::RwLock;
  } else if (!as_lock(s, 0, ValueKind::RwLock, rw)) {
    return;
  }
  const bool is_writer = rw.b == t.agent + 1;
  const bool is_reader = contains(rw.waiting, t.agent);
  std::uint64_t result = 0;
  switch (what) {
    case Builtin::RwDestroy:
      if (rw.b != 0 || !rw.waiting.empty()) return misuse(ViolationCode::DestroysUsedLock);
      break;
    case Builtin::RwReadLock:
    case Builtin::RwTryReadLock:
    case Builtin::RwTimedReadLock:
      if (rw.b != 0) {
        if (what == Builtin::RwReadLock) return misuse(ViolationCode::ReadLocksWriteLocked);
        if (what == Builtin::RwTimedReadLock) pass_until_timeout(t, in);
        result = what == Builtin::RwTimedReadLock ? ETIMEDOUT : EBUSY;
        break;
      }
      insert_sorted(rw.waiting, t.agent);
      s.outcome.value = 1;
      break;
    case Builtin::RwWriteLock:
    case Builtin::RwTryWriteLock:
    case Builtin::RwTimedWriteLock:
      if (rw.b != 0 || !rw.waiting.empty()) {
        if (what == Builtin::RwWriteLock) return misuse(ViolationCode::WriteLocksLocked);
        if (what == Builtin::RwTimedWriteLock) pass_until_timeout(t, in);
        result = what == Builtin::RwTimedWriteLock ? ETIMEDOUT : EBUSY;
        break;
      }
      rw.b = t.agent + 1;
      s.outcome.value = 1;
      break;
    case Builtin::RwUnlock:
      if (is_writer) {
        rw.b = 0;
      } else if (is_reader) {
        rw.waiting.erase(std::find(rw.waiting.begin(), rw.waiting.end(), t.agent));
      } else {
        return misuse(ViolationCode::UnlocksNotLocked);
      }
      break;
    default: break;
  }
  s.outcome.values[0] = cells_.intern(rw);
  finish(f, in, result);
}

void IrSystem::execute_cond(Step& s, const Instruction& in) {
  Thread& t = s.thread;
  Frame& f = t.frames.back();
  const auto misuse = [&](ViolationCode code) { fault(t, s.outcome, code); };
  Cell cond;
  bool is_woken = true;
  const auto what = static_cast<Builtin>(in.sub);
  if (what == Builtin::CondInit) {
    if (s.values[0] == 0) return misuse(ViolationCode::ConditionInFreedMemory);
    cond.kind = ValueKind::Cond;
  } else if (!as_lock(s, 0, ValueKind::Cond, cond)) {
    return;
  }
  switch (what) {
    case Builtin::CondDestroy:
      if (!cond.waiting.empty()) return misuse(ViolationCode::DestroysAwaitedCondition);
      break;
    case Builtin::CondWait:
    case Builtin::CondTimedWait: {
      Cell mutex;
      if (!as_lock(s, 1, ValueKind::Mutex, mutex)) return;
      if (f.phase == 0) {
        if (mutex.b != t.agent + 1) return misuse(ViolationCode::WaitsWithoutMutex);
        if (mutex.bits > 0) return misuse(ViolationCode::WaitsLockedTwice);
        mutex.b = 0;
        insert_sorted(cond.waiting, what == Builtin::CondTimedWait ? t.agent | kTimed : t.agent);
      } else {
        is_woken = take_out(cond.woken, t.agent) ||
                   (take_out(cond.woken, t.agent | kTimed) && s.choice == 0);
        // Who is in no list timed out before a signal.
        if (!take_out(cond.waiting, t.agent)) take_out(cond.waiting, t.agent | kTimed);
        mutex.b = t.agent + 1;
      }
      s.outcome.values[0] = cells_.intern(cond);
      s.outcome.values[1] = cells_.intern(mutex);
      if (f.phase == 0) {
        f.phase = 1;
        return;
      }
      s.outcome.value = is_woken ? 1 : 0;
      if (what == Builtin::CondWait) {
        if (!is_woken) t.had_spurious_wakeup = true;
        return finish(f, in, 0);
      }
      if (!is_woken) pass_until_timeout(t, in);
      return finish(f, in, is_woken ? 0 : ETIMEDOUT);
    }
    case Builtin::CondSignal:
      s.outcome.value = -1;
      if (s.choice == cond.waiting.size()) {
        cond.waiting.clear();
      } else {
        const std::uint32_t woken = cond.waiting[s.choice] & ~kTimed;
        cond.waiting.erase(cond.waiting.begin() + s.choice);
        insert_sorted(cond.woken, woken);
        s.outcome.value = woken;
      }
      break;
    case Builtin::CondBroadcast:
      s.outcome.value = static_cast<std::int64_t>(cond.waiting.size());
      for (const std::uint32_t woken : cond.waiting) insert_sorted(cond.woken, woken);
      cond.waiting.clear();
      break;
    default: break;
  }
  s.outcome.values[0] = cells_.intern(cond);
  finish(f, in, 0);
}

// Barriers and semaphores.
void IrSystem::execute_other_lock(Step& s, const Instruction& in) {
  Thread& t = s.thread;
  Frame& f = t.frames.back();
  const auto misuse = [&](ViolationCode code) { fault(t, s.outcome, code); };
  const auto put = [&](const Cell& cell) { s.outcome.values[0] = cells_.intern(cell); };
  Cell cell;
  const auto what = static_cast<Builtin>(in.sub);
  switch (what) {
    case Builtin::BarrierInit:
    case Builtin::SemInit: {
      if (s.values[0] == 0) return misuse(ViolationCode::InitialisesInFreedMemory);
      const bool is_barrier = what == Builtin::BarrierInit;
      cell.kind = is_barrier ? ValueKind::Barrier : ValueKind::Semaphore;
      const auto count = static_cast<std::uint32_t>(argument(t, in, 2));
      if (is_barrier && count == 0) return finish(f, in, EINVAL);
      cell.a = is_barrier ? count : 1;  // 0: not initialised
      if (!is_barrier) cell.bits = count;
      put(cell);
      return finish(f, in, 0);
    }
    case Builtin::BarrierDestroy:
    case Builtin::SemDestroy: return finish(f, in, 0);
    case Builtin::BarrierWait: {
      if (!as_lock(s, 0, ValueKind::Barrier, cell)) return;
      if (cell.a == 0) return misuse(ViolationCode::BarrierIsNotInitialised);
      if (f.phase == 0) {
        insert_sorted(cell.waiting, t.agent);
        const bool is_last = cell.waiting.size() == cell.a;
        if (is_last) {
          for (const std::uint32_t agent : cell.waiting) insert_sorted(cell.woken, agent);
          cell.waiting.clear();
        }
        s.outcome.value = is_last ? 1 : 0;
        f.phase = is_last ? 2 : 1;
        return put(cell);
      }
      cell.woken.erase(std::find(cell.woken.begin(), cell.woken.end(), t.agent));
      put(cell);
      // One of them is told that it was the last.
      return finish(f, in, f.phase == 2 ? static_cast<std::uint64_t>(-1) : 0);
    }
    default: break;
  }
  if (!as_lock(s, 0, ValueKind::Semaphore, cell)) return;
  if (cell.a == 0) return misuse(ViolationCode::SemaphoreIsNotInitialised);
  switch (what) {
    case Builtin::SemWait:
      --cell.bits;
      s.outcome.value = 1;
      put(cell);
      return finish(f, in, 0);
    case Builtin::SemTryWait:
    case Builtin::SemTimedWait:
      if (cell.bits == 0) {
        set_errno(t, what == Builtin::SemTryWait ? EAGAIN : ETIMEDOUT);
        if (what == Builtin::SemTimedWait) pass_until_timeout(t, in);
        return finish(f, in, static_cast<std::uint64_t>(-1));
      }
      --cell.bits;
      s.outcome.value = 1;
      put(cell);
      return finish(f, in, 0);
    case Builtin::SemPost:
      ++cell.bits;
      s.outcome.value = static_cast<std::int64_t>(cell.bits);
      put(cell);
      return finish(f, in, 0);
    default:  // SemGetValue
      s.outcome.value = static_cast<std::int64_t>(cell.bits);
      store_result(s, Intent{}, 1, argument(t, in, 1), cell.bits, 4);
      if (!s.outcome.fault) finish(f, in, 0);
      return;
  }
}

void IrSystem::execute_once(Step& s, const Instruction& in) {
  Thread& t = s.thread;
  Cell once;
  if (!as_lock(s, 0, ValueKind::Once, once)) return;
  Frame& f = t.frames.back();
  if (f.phase == 0 && once.a == 0) {
    once.a = 1;
    once.b = t.agent + 1;
    put_lock(s, in, once);
    s.outcome.value = 1;
    f.phase = 1;
    const std::uint32_t function = block_of(argument(t, in, 1)) - kFunctionBase;
    if (function >= program_.functions.size() || !program_.functions[function].is_defined) {
      return fault(t, s.outcome, ViolationCode::OnceOfNoFunction);
    }
    return call(t, function, {});
  }
  if (f.phase == 0 && once.a == 1) {
    return fault(t, s.outcome, ViolationCode::OnceCallsItself);
  }
  if (f.phase == 2) {
    once.a = 2;
    once.b = 0;
    put_lock(s, in, once);
  }
  finish(f, in, 0);
}

}  // namespace skein::ir
