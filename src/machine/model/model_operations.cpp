// SPDX-License-Identifier: Apache-2.0
// The effect of each visible operation, and which agents it enables. Operations that sleep are in
// sleeping.cpp, those about agents in agents.cpp. core/step.hpp defines the flags of a step (gates,
// shared holds); operations_test.cpp has a test for each.
#include <algorithm>

#include "core/ensure.hpp"
#include "machine/model/language/model_arithmetic.hpp"
#include "machine/model/model_machine.hpp"

namespace skein {

// ---- Enabled operations --------------------------------------------------------------------

// Recomputes whether the operation of `a` is enabled, and its choices.
void ModelMachine::refresh(AgentId a) {
  Pending& p = state_.pending(a);
  const ObjectId first = p.op.first;
  bool is_enabled = true;
  std::uint32_t choices = 1;
  switch (p.op.kind) {
    case OpKind::MutexLock:
    case OpKind::OnceEnter:
    case OpKind::RwReadLock: is_enabled = state_.sync(first).owner.is_none(); break;
    case OpKind::RwWriteLock: {
      const SyncState& lock = state_.sync(first);
      is_enabled = lock.owner.is_none() && lock.count == 0;
      break;
    }
    case OpKind::CondWake:
      is_enabled = !p.enabler.is_none() && state_.sync(p.op.second).owner.is_none();
      break;
    case OpKind::CondTimedWake:
      is_enabled = state_.sync(p.op.second).owner.is_none();
      choices = state_.agent(a).was_woken && state_.agent(a).may_time_out ? 2 : 1;
      break;
    case OpKind::SemWait: is_enabled = state_.sync(first).value > 0; break;
    case OpKind::BarrierPass:
    case OpKind::FutexResume:
    case OpKind::ThreadJoin: is_enabled = !p.enabler.is_none(); break;
    case OpKind::MessageBegin: {
      const AgentState& s = state_.agent(a);
      const SyncState& handler = state_.sync(s.handler);
      const bool is_fifo = first != s.handler;
      is_enabled = handler.owner.is_none() && (!is_fifo || handler.value == s.turn);
      break;
    }
    case OpKind::BarrierOpen:
      state_.list_sleepers(first, sleepers_);
      choices = state_.opening_choices(sleepers_);
      break;
    case OpKind::CondSignal:
      state_.list_sleepers(first, sleepers_);
      choices = state_.signal_choices(sleepers_);
      break;
    case OpKind::FutexWake: {
      state_.list_sleepers(first, sleepers_);
      std::size_t woken = 0;
      choices = wake_choices(a, woken);
      break;
    }
    default: break;
  }
  if (is_enabled != p.is_enabled || choices != p.choices) {
    p.is_enabled = is_enabled;
    p.choices = choices;
    enabled_.mark_stale();
  }
}

// The object's state changed, which may enable or disable the agents that watch it.
void ModelMachine::touch(ObjectId object) {
  const std::span<const ObjectId> watched = state_.watched();
  for (std::size_t a = 0; a < watched.size(); ++a) {
    if (watched[a] == object) refresh(AgentId{a});
  }
}

// ---- Effects -------------------------------------------------------------------------------

void ModelMachine::execute(AgentId a, const Instruction& in, std::uint32_t choice, Step& step) {
  switch (in.code) {
    case Code::Lock:
    case Code::TryLock:
    case Code::Unlock:
    case Code::OnceEnter:
    case Code::OnceLeave: return execute_lock(a, in, step);
    case Code::Load:
    case Code::Store:
    case Code::FetchAdd:
    case Code::FetchSub:
    case Code::Exchange:
    case Code::Cas:
    case Code::PlainLoad:
    case Code::PlainStore: return execute_memory(a, in, step);
    case Code::ReadLock:
    case Code::TryReadLock:
    case Code::ReadUnlock:
    case Code::WriteLock:
    case Code::TryWriteLock:
    case Code::WriteUnlock: return execute_rwlock(a, in, step);
    case Code::Start:
    case Code::Exit:
    case Code::Begin:
    case Code::End:
    case Code::Create:
    case Code::Post:
    case Code::Join:
    case Code::Detach: return execute_agent_operation(a, in, step);
    case Code::Wait:
    case Code::Wake:
    case Code::TimedWake:
    case Code::Signal:
    case Code::Broadcast: return execute_condition(a, in, choice, step);
    case Code::Arrive:
    case Code::Pass: return execute_barrier(a, in, choice, step);
    case Code::FutexWait:
    case Code::FutexResume:
    case Code::FutexTimedResume:
    case Code::FutexWake: return execute_futex(a, in, choice, step);
    case Code::SemWait:
    case Code::SemTryWait:
    case Code::SemPost:
    case Code::SemInit:
    case Code::SemValue: return execute_semaphore(a, in, step);
    case Code::LibraryCall:
      step.value = state_.sync(step.op.first).value++;
      return set(a, in, step.value);
    case Code::Choose: step.value = choice; return set(a, in, choice);
    case Code::Fence:
    case Code::Yield: return;
    default: break;
  }
  ensure(false, "a local instruction was scheduled");
}

// Mutexes, and once objects: a once is held while its block runs.
void ModelMachine::execute_lock(AgentId a, const Instruction& in, Step& step) {
  const ObjectId object = step.op.first;
  SyncState& lock = state_.sync(object);
  step.gate_before = lock.owner.is_none();
  switch (in.code) {
    case Code::Lock:
    case Code::TryLock:
      if (lock.owner.is_none()) {
        lock.owner = a;
        lock.count = 1;
        step.value = 1;
        touch(object);
      }
      set(a, in, step.value);
      break;
    case Code::Unlock:
      lock.owner = AgentId{};
      lock.count = 0;
      touch(object);
      break;
    case Code::OnceEnter:
      step.value = lock.value == 0 ? 1 : 0;
      if (step.value == 1) {
        lock.owner = a;
        touch(object);
      }
      set(a, in, step.value);
      break;
    default:  // OnceLeave
      lock.owner = AgentId{};
      lock.value = 1;
      touch(object);
      break;
  }
  step.gate_after = lock.owner.is_none();
}

void ModelMachine::execute_rwlock(AgentId a, const Instruction& in, Step& step) {
  const ObjectId object = step.op.first;
  SyncState& lock = state_.sync(object);
  std::int64_t& own_reads = state_.read_holds(a)[program_.read_rank(object)];
  step.gate_before = lock.owner.is_none();
  switch (in.code) {
    case Code::ReadLock:
    case Code::TryReadLock:
      if (lock.owner.is_none()) {
        ++lock.count;
        ++own_reads;
        step.shared = 1;
        step.value = 1;
        if (lock.count == 1) touch(object);
      }
      set(a, in, step.value);
      break;
    case Code::ReadUnlock:
      --lock.count;
      --own_reads;
      step.shared = -1;
      if (lock.count == 0) touch(object);
      break;
    case Code::WriteLock:
    case Code::TryWriteLock:
      if (lock.owner.is_none() && lock.count == 0) {
        lock.owner = a;
        step.value = 1;
        touch(object);
      }
      set(a, in, step.value);
      break;
    default:  // WriteUnlock
      lock.owner = AgentId{};
      touch(object);
      break;
  }
  step.gate_after = lock.owner.is_none();
}

void ModelMachine::execute_semaphore(AgentId a, const Instruction& in, Step& step) {
  const ObjectId object = step.op.first;
  SyncState& sem = state_.sync(object);
  step.gate_before = sem.value > 0;
  if (in.code == Code::SemPost) {
    ++sem.value;
    step.value = sem.value;
  } else if (in.code == Code::SemInit) {
    sem.value = program_.sync[object.value - program_.visible_cells];
    step.value = sem.value;
  } else if (in.code == Code::SemValue) {
    step.value = sem.value;
    set(a, in, step.value);
  } else {
    step.value = sem.value > 0 ? 1 : 0;
    sem.value -= step.value;
    set(a, in, step.value);
  }
  step.gate_after = sem.value > 0;
  if (step.gate_before != step.gate_after) touch(object);
}

void ModelMachine::execute_memory(AgentId a, const Instruction& in, Step& step) {
  std::int64_t& cell = state_.cells()[step.op.first.value];
  switch (in.code) {
    case Code::Load:
    case Code::PlainLoad: step.value = cell; return set(a, in, cell);
    case Code::Store:
    case Code::PlainStore:
      cell = value(a, in.x);
      step.value = cell;
      return;
    default: break;
  }
  const std::int64_t before = cell;
  const std::int64_t x = value(a, in.x);
  switch (in.code) {
    case Code::FetchAdd: cell = arithmetic::add(before, x); break;
    case Code::FetchSub: cell = arithmetic::subtract(before, x); break;
    case Code::Exchange: cell = x; break;
    default:  // Cas
      if (before == x) cell = value(a, in.y);
      break;
  }
  step.value = before;
  set(a, in, before);
}

}  // namespace skein
