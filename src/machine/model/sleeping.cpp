// SPDX-License-Identifier: Apache-2.0
// Operations that put agents to sleep and wake them: condition variables, barriers, futexes. A
// sleeper is marked with the object it sleeps on and a number that orders arrivals; waking takes
// the mark away. What it does next (wake, pass, resume) is its pending operation meanwhile.
//
// The time of a timed wait may be up before a signal comes although it gets its mutex back only
// later. A signal that finds all its waiters timed out is a choice of the signal; whether a
// broadcast came too late for a waiter is one of the waiter's. A timed wait on a futex needs
// neither: it has nothing to wait for when its time is up.
#include <algorithm>

#include "core/binomial.hpp"
#include "machine/model/machine.hpp"

namespace skein {

// Those who sleep on the object, in order of arrival.
void ModelMachine::list_sleepers(std::uint32_t object) {
  sleepers_.clear();
  for (std::uint32_t a = 0; a < state_.limit(); ++a) {
    if (state_.agent(a).sleeps_on == object) sleepers_.push_back(a);
  }
  std::sort(sleepers_.begin(), sleepers_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return state_.agent(a).arrival < state_.agent(b).arrival;
  });
}

void ModelMachine::fall_asleep(std::uint32_t a, std::uint32_t object) {
  AgentState& s = state_.agent(a);
  s.sleeps_on = object;
  s.was_woken = false;
  s.may_time_out = false;
  s.arrival = state_.next_arrival();
}

void ModelMachine::wake(std::uint32_t a) {
  AgentState& s = state_.agent(a);
  s.sleeps_on = kNobody;
  s.was_woken = true;
  Pending& p = state_.pending()[a];
  if (needs_enabler(p.op.kind)) p.enabler = StepIndex{position_};
  refresh(a);
}

// Whom a signal wakes; the last choice is nobody, if all may have timed out. REQUIRES: sleepers_ is
// the list for it.
std::uint32_t ModelMachine::signal_choices() const {
  const bool can_all_time_out =
      std::all_of(sleepers_.begin(), sleepers_.end(),
                  [&](std::uint32_t a) { return state_.agent(a).may_time_out; });
  return static_cast<std::uint32_t>(sleepers_.size()) + (can_all_time_out ? 1 : 0);
}

// A futex wake of at most n among k sleepers: every set of n is a choice. REQUIRES: sleepers_ is
// the list for it. More sets than kMaxChoices: one choice, and executing it is a violation.
std::uint32_t ModelMachine::wake_choices(std::uint32_t a, std::size_t& woken) const {
  const std::int64_t wanted = value(a, program_.code[state_.agent(a).pc].x);
  const auto sleeping = static_cast<std::int64_t>(sleepers_.size());
  const std::int64_t n = std::clamp<std::int64_t>(wanted, 0, sleeping);
  woken = static_cast<std::size_t>(n);
  const std::int64_t sets = binomial(sleeping, n, kMaxChoices + 1);
  return sets > kMaxChoices ? 1U : static_cast<std::uint32_t>(sets);
}

void ModelMachine::execute_sleep(std::uint32_t a, const Instruction& in, std::uint32_t choice,
                                 Step& step) {
  const std::uint32_t object = step.op.first.value;
  switch (in.code) {
    case Code::Wait: {
      SyncState& mutex = state_.sync(step.op.second.value);
      step.gate_before = false;
      mutex.owner = kNobody;
      mutex.count = 0;
      fall_asleep(a, object);
      // Its next operation is not there yet, but whoever counts the sleepers must know.
      state_.agent(a).may_time_out = program_.code[state_.agent(a).pc].code == Code::TimedWake;
      touch(object);
      touch(step.op.second.value);
      return;
    }
    case Code::Wake:
    case Code::TimedWake: {
      AgentState& s = state_.agent(a);
      if (!s.was_woken) {
        s.sleeps_on = kNobody;
        touch(object);
      }
      SyncState& mutex = state_.sync(step.op.second.value);
      mutex.owner = a;
      mutex.count = 1;
      step.gate_after = false;
      touch(step.op.second.value);
      step.value = s.was_woken && choice == 0 ? 1 : 0;
      return set(a, in, step.value);
    }
    case Code::Signal:
      list_sleepers(object);
      step.value = -1;
      if (sleepers_.empty()) return;
      if (choice < sleepers_.size()) {
        step.value = sleepers_[choice];
        state_.agent(sleepers_[choice]).may_time_out = false;  // else it would not have been there
        wake(sleepers_[choice]);
      } else {
        for (const std::uint32_t b : sleepers_) state_.agent(b).sleeps_on = kNobody;
      }
      return touch(object);
    case Code::Broadcast:
      list_sleepers(object);
      step.value = static_cast<std::int64_t>(sleepers_.size());
      for (const std::uint32_t b : sleepers_) wake(b);
      return touch(object);
    case Code::Arrive: {
      SyncState& barrier = state_.sync(object);
      fall_asleep(a, object);
      ++barrier.count;
      step.value = barrier.count == barrier.value ? 1 : 0;
      set(a, in, step.value);
      if (step.value == 0) return;
      barrier.count = 0;
      list_sleepers(object);
      // The last to arrive has no next operation yet: it finds itself woken when it gets to it.
      for (const std::uint32_t b : sleepers_) {
        if (b != a) wake(b);
      }
      state_.agent(a).sleeps_on = kNobody;
      state_.agent(a).was_woken = true;
      return;
    }
    case Code::FutexWait:
      step.value = state_.cells()[object] == value(a, in.x) ? 1 : 0;
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
        s.sleeps_on = kNobody;
        touch(object);
      }
      return set(a, in, step.value);
    }
    case Code::FutexResume: step.value = 1; return set(a, in, 1);
    case Code::FutexWake: {
      list_sleepers(object);
      --state_.agent(a).pc;  // wake_choices looks at the instruction being executed
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
    default: return;  // Pass
  }
}

}  // namespace skein
