// SPDX-License-Identifier: Apache-2.0
// Operations that put agents to sleep and wake them: condition variables, barriers, futexes. A
// sleeper is marked with the object it sleeps on and a number that orders arrivals; waking removes
// the mark. Meanwhile the sleeper's pending operation is its next one: wake, pass or resume.
//
// A timed wait may time out before a signal comes, although it gets its mutex back only later. If
// all waiters have timed out when a signal comes, that is a choice of the signal; whether a
// broadcast came too late for a waiter is a choice of the waiter. A timed wait on a futex needs
// neither, because after its timeout it waits for nothing.
#include <algorithm>

#include "core/binomial.hpp"
#include "machine/model/model_machine.hpp"

namespace skein {

void ModelMachine::fall_asleep(AgentId a, ObjectId object) {
  AgentState& s = state_.agent(a);
  s.sleeps_on = object;
  s.was_woken = false;
  s.may_time_out = false;
  s.arrival = state_.next_arrival();
}

void ModelMachine::wake(AgentId a) {
  AgentState& s = state_.agent(a);
  s.sleeps_on = ObjectId{};
  s.was_woken = true;
  Pending& p = state_.pending(a);
  if (needs_enabler(p.op.kind)) p.enabler = StepIndex{position_};
  refresh(a);
}

// A futex wake of at most n among k sleepers: every set of n is a choice. If there are more sets
// than kMaxChoices there is one choice, and executing it is a violation. REQUIRES: sleepers_ is the
// list of the futex.
std::uint32_t ModelMachine::wake_choices(AgentId a, std::size_t& woken) const {
  const std::int64_t wanted = value(a, program_.code[state_.agent(a).pc].x);
  const auto sleeping = static_cast<std::int64_t>(sleepers_.size());
  const std::int64_t n = std::clamp<std::int64_t>(wanted, 0, sleeping);
  woken = static_cast<std::size_t>(n);
  const std::int64_t sets = binomial(sleeping, n, kMaxChoices + 1);
  return sets > kMaxChoices ? 1U : static_cast<std::uint32_t>(sets);
}

void ModelMachine::execute_condition(AgentId a, const Instruction& in, std::uint32_t choice,
                                     Step& step) {
  const ObjectId object = step.op.first;
  switch (in.code) {
    case Code::Wait: {
      SyncState& mutex = state_.sync(step.op.second);
      step.gate_before = false;
      mutex.owner = AgentId{};
      mutex.count = 0;
      fall_asleep(a, object);
      // Its next operation is not prepared yet, but signal_choices() must already know this.
      state_.agent(a).may_time_out = program_.code[state_.agent(a).pc].code == Code::TimedWake;
      touch(object);
      touch(step.op.second);
      return;
    }
    case Code::Wake:
    case Code::TimedWake: {
      AgentState& s = state_.agent(a);
      if (!s.was_woken) {
        s.sleeps_on = ObjectId{};
        touch(object);
      }
      SyncState& mutex = state_.sync(step.op.second);
      mutex.owner = a;
      mutex.count = 1;
      step.gate_after = false;
      touch(step.op.second);
      step.value = s.was_woken && choice == 0 ? 1 : 0;
      return set(a, in, step.value);
    }
    case Code::Signal:
      state_.list_sleepers(object, sleepers_);
      step.value = -1;
      if (sleepers_.empty()) return;
      if (choice < sleepers_.size()) {
        step.value = sleepers_[choice].value;
        state_.agent(sleepers_[choice]).may_time_out = false;  // or it would not be asleep
        wake(sleepers_[choice]);
      } else {
        for (const AgentId b : sleepers_) state_.agent(b).sleeps_on = ObjectId{};
      }
      return touch(object);
    default:  // Broadcast
      state_.list_sleepers(object, sleepers_);
      step.value = static_cast<std::int64_t>(sleepers_.size());
      for (const AgentId b : sleepers_) wake(b);
      return touch(object);
  }
}

// Ordered arrivals: the last wakes the others, and its result is 1. Blind arrivals: the last makes
// the one with the smallest number open the barrier.
void ModelMachine::execute_barrier(AgentId a, const Instruction& in, std::uint32_t choice,
                                   Step& step) {
  const ObjectId object = step.op.first;
  AgentState& own = state_.agent(a);
  if (in.code == Code::Pass) {
    if (step.op.kind == OpKind::BarrierOpen) {
      state_.list_sleepers(object, sleepers_);
      std::sort(sleepers_.begin(), sleepers_.end());
      for (const AgentId b : sleepers_) {
        AgentState& other = state_.agent(b);
        other.is_serial = other.looks && choice-- == 0;
        if (b != a) wake(b);
      }
      own.sleeps_on = ObjectId{};
      own.was_woken = true;
      own.opens = false;
    }
    step.value = own.is_serial ? 1 : 0;
    return set(a, in, step.value);
  }
  SyncState& barrier = state_.sync(object);
  fall_asleep(a, object);
  own.looks = program_.code[own.pc].dst >= 0;
  const bool is_last = ++barrier.count == barrier.value;
  const bool is_blind = step.op.effect == Effect::Blind;
  own.is_serial = is_last && !is_blind;
  step.value = own.is_serial ? 1 : 0;
  if (!is_last) return;
  barrier.count = 0;
  state_.list_sleepers(object, sleepers_);
  // The last to arrive has no pending operation yet: it will find itself woken, or to open.
  if (is_blind) {
    const AgentId opener = *std::min_element(sleepers_.begin(), sleepers_.end());
    state_.agent(opener).opens = true;
    if (opener == a) return;
    Pending& p = state_.pending(opener);
    p.op.kind = OpKind::BarrierOpen;
    p.enabler = StepIndex{position_};
    return refresh(opener);
  }
  for (const AgentId b : sleepers_) {
    if (b != a) wake(b);
  }
  own.sleeps_on = ObjectId{};
  own.was_woken = true;
}

void ModelMachine::execute_futex(AgentId a, const Instruction& in, std::uint32_t choice,
                                 Step& step) {
  const ObjectId object = step.op.first;
  switch (in.code) {
    case Code::FutexWait:
      step.value = state_.cells()[object.index()] == value(a, in.x) ? 1 : 0;
      if (step.value == 0) {
        ++state_.agent(a).pc;  // past the resume
        return set(a, in, 0);
      }
      fall_asleep(a, object);
      return touch(object);
    case Code::FutexTimedResume: {
      AgentState& s = state_.agent(a);
      step.value = s.was_woken ? 1 : -1;
      if (!s.was_woken) {
        s.sleeps_on = ObjectId{};
        touch(object);
      }
      return set(a, in, step.value);
    }
    case Code::FutexResume: step.value = 1; return set(a, in, 1);
    default: {  // FutexWake
      state_.list_sleepers(object, sleepers_);
      --state_.agent(a).pc;  // wake_choices reads the instruction being executed
      std::size_t woken = 0;
      const std::uint32_t choices = wake_choices(a, woken);
      ++state_.agent(a).pc;
      if (choices == 1 && woken != 0 && woken != sleepers_.size()) {
        return violate(a, in.site, ViolationCode::TooManyWakeups);
      }
      // Choice number c is the c-th set of `woken` sleepers in lexicographic order.
      std::int64_t c = choice;
      auto left = static_cast<std::int64_t>(woken);
      const auto n = static_cast<std::int64_t>(sleepers_.size());
      for (std::int64_t i = 0; i < n && left > 0; ++i) {
        const std::int64_t with_this = binomial(n - i - 1, left - 1, kMaxChoices + 1);
        if (c >= with_this) {
          c -= with_this;
          continue;
        }
        wake(sleepers_[static_cast<std::size_t>(i)]);
        --left;
      }
      step.value = static_cast<std::int64_t>(woken);
      set(a, in, step.value);
      return touch(object);
    }
  }
}

}  // namespace skein
