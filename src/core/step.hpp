// SPDX-License-Identifier: Apache-2.0
// Moves and steps.
//
// A move is what a plan asks for: let this agent take its next step and, if that step is a choice,
// take this value. A step is what happened: one visible operation and all local code after it, up
// to the agent's next visible operation.
//
// A step says enough about blocking for an explorer to decide, without running the program, whether
// the same operation could have been executed earlier:
//
// - `enabler`: for operations that one other step enables for ever (Enabling kEnabler, kBoth): the
//   position of that step in this run. A start names the creation (main's start: none), a join the
//   exit, a wake the signal or broadcast that woke it, a pass the last arrival, a message's begin
//   its post. The operation can be executed exactly in histories that contain this step. (Enabling
//   kAll: and all steps that touch the operation's object up to this one. The opening of a barrier
//   names the arrival that came last in this run; the other agents' passes name the opening.)
//
// - `gate_before`, `gate_after`: for operations with a gate: whether the gate object was open
//   before and after the step, that is, whether an agent that holds nothing could acquire it, *not
//   counting shared holders*. A mutex is open when free, a semaphore when above zero, a
//   readers-writer lock when no writer holds it, a once when no agent is initialising, a handler
//   when it runs no message.
//
// - `shared`: +1 when the step acquired its gate as one of several readers, -1 when it released
//   such a hold. A writer (access Write) can acquire the gate iff it is open and the shared holds
//   add up to zero; a reader iff it is open. (A write access that changes the gate saw no such
//   hold.)
//
// - `may_be_idle`: the machine says of this operation whether it had an effect (Operation::effect).
//   `seen`: the state of the first object before the step, as a number (outcome.hpp). `operand`:
//   what a compare-and-exchange compares it with, or what a blind addition adds to it. So an
//   explorer knows, without running the program, whether an operation that is executed earlier
//   would have an effect.
#pragma once

#include <cstdint>

#include "core/ids.hpp"
#include "core/operation.hpp"

namespace skein {

struct Move {
  AgentId agent;
  std::uint32_t choice = 0;

  friend constexpr bool operator==(const Move&, const Move&) = default;
};

struct Step {
  AgentId agent;
  Operation op;
  std::uint32_t choice = 0;   // the value taken, below `choices`
  std::uint32_t choices = 1;  // the number of values in this state; 1 for most operations
  StepIndex enabler;          // none if the operation needs none
  SiteId site;                // where in the program; not part of the step's identity
  bool gate_before = true;
  bool gate_after = true;
  std::int8_t shared = 0;
  bool is_preemption = false;  // the agent of the previous step was still enabled
  bool may_be_idle = false;
  // Read, written or returned; for display only. Of a Section: the number of the agent's sections
  // up to this one, with those that are no steps.
  std::int64_t value = 0;
  std::int64_t seen = 0;
  std::int64_t operand = 0;

  [[nodiscard]] Move move() const { return Move{agent, choice}; }
};

// What an unfinished agent would do next.
struct Pending {
  AgentId agent;
  Operation op;
  std::uint32_t choices = 1;
  SiteId site;
  // Set iff the operation needs an enabler and that step has already happened.
  StepIndex enabler;
  bool is_enabled = false;
  bool may_be_idle = false;  // as in Step; op.effect is that of this state
  std::int64_t operand = 0;
};

}  // namespace skein
