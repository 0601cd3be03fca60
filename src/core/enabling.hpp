// SPDX-License-Identifier: Apache-2.0
// Whether an operation could be executed after a history.
//
// A history H is a set of steps of one run that contains, with a step, everything that happens
// before it. Reordering a run means asking, for an operation `a` of agent q and some H, whether `a`
// is enabled after H. Steps say enough to answer without running the program (core/step.hpp). The
// definition: `a` can be executed after H iff
//
//   1. H contains q's previous step, so that q is about to execute `a`;
//   2. H contains the enabler of `a`, if the table says that `a` needs one: a join needs the exit,
//      a message's begin its post. If `a` needs all (kAll), H contains, too, all steps of the run
//      up to the enabler that touch the object of `a`: a barrier opens after all arrivals;
//   3. the gate of `a`, if it needs one, is open after H. Writes and adds change a gate. If H adds
//      to the gate after its last write there, the gate is open: only posts add, and only writes
//      close a gate. Otherwise the last write of the gate in H left it as it is after H: writes are
//      ordered with all that changes the gate. If H does not change the gate, it is as it was
//      before its first change in the run. If no step of the run touches the gate, `a` itself has
//      seen it: closed if `a` waits without success;
//   4. no agent has a shared hold of the gate after H, if `a` writes its gate. Only a writer of a
//      readers-writer lock can meet such a hold. The steps of one agent are totally ordered, so H
//      releases a hold iff the agent's holds add up to zero at some later point of H.
//
// The papers need less: cexp deals with mutexes [QPOR Alg.1 l.14-25], and reversing a race to
// notdep(d, E).a with operations that are always enabled [EDPOR Sec.3.1, Def.5].
//
// The oracle answers with an obstacle to the operation:
//
//   Hopeless    1 or 2 is violated, or the gate was closed at first and H never writes it
//   ClosedGate  the step that closed the gate, the last change of the gate in H
//   SharedHold  the step that took a hold which H does not release
//
// An obstacle is final: no subset of H that is a history, and after which `a` can be executed,
// contains the step that the oracle names, and if the answer is Hopeless there is no such subset at
// all. So callers may remove the obstacles in any order, and always end with the same history.
// Whether to remove an obstacle or to give up is the caller's policy.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <vector>

#include "core/step.hpp"

namespace skein {

// What an operation needs of a history. An id of none means that the operation has no such need.
struct Needs {
  StepIndex previous;             // the agent's previous step
  StepIndex enabler;              // the step that the operation waits for
  ObjectId all;                   // also all steps up to the enabler that touch this object
  ObjectId gate;                  // the object that must be open
  bool excludes_readers = false;  // no agent may have a shared hold of the gate
  bool is_blocked = false;        // the operation cannot be executed at the end of the run
};

// Reads the needs of an operation from the table. REQUIRES: the enabler is known, if the operation
// needs one. (A waiting operation whose enabler has not happened is enabled after no history.)
inline Needs needs_of(const Operation& op, StepIndex previous, StepIndex enabler) {
  Needs needs;
  needs.previous = previous;
  if (needs_enabler(op.kind)) needs.enabler = enabler;
  if (needs_all(op.kind)) needs.all = op.first;
  if (needs_gate(op.kind)) {
    needs.gate = gate_object(op);
    needs.excludes_readers = access(op, needs.gate) == Access::Write;
  }
  return needs;
}

// What the oracle asks of a representation of H and of the run that H is a part of:
//
//   contains(p)          whether the step at position p is in H
//   step(p)              the step: its `agent`, `gate_before`, `gate_after`, `shared`
//
//   visit_changes(x, f)  calls f(p, access) for the steps of the run that write x or add to it, the
//                        latest first, while f returns true. A shortcut: it may start at any step
//                        that reads or writes x and is not in H, since the later changes happen
//                        after it
//
//   visit_touches(x, f)  calls f(p, access) in the same way for all steps that touch x
//
// Both visits may leave out the steps of the run from the operation itself on.
template <class H>
concept History = requires(const H& history, StepIndex p, ObjectId x,
                           bool (*on_touch)(StepIndex, Access)) {
  { history.contains(p) } -> std::same_as<bool>;
  { history.step(p).agent } -> std::convertible_to<AgentId>;
  { history.step(p).gate_before } -> std::convertible_to<bool>;
  { history.step(p).gate_after } -> std::convertible_to<bool>;
  { history.step(p).shared } -> std::convertible_to<int>;
  history.visit_changes(x, on_touch);
  history.visit_touches(x, on_touch);
};

struct Obstacle {
  enum class Kind : std::uint8_t { None, Hopeless, ClosedGate, SharedHold };

  Kind kind = Kind::None;
  StepIndex step;  // ClosedGate, SharedHold: the step of H that must go
};

// The class has no state; it keeps its scratch memory from call to call.
class EnablingOracle {
 public:
  // The first obstacle to executing, after H, an operation with these needs.
  // REQUIRES: that operation is not itself in H.
  template <History H>
  [[nodiscard]] Obstacle obstacle(const Needs& needs, const H& history) {
    if (!needs.previous.is_none() && !history.contains(needs.previous)) return kHopeless;
    if (!needs.enabler.is_none() && !history.contains(needs.enabler)) return kHopeless;
    if (!needs.all.is_none() && !has_all(needs, history)) return kHopeless;
    if (needs.gate.is_none()) return {};
    const GateState gate = gate_state(needs, history);
    if (!gate.is_open && gate.last_change.is_none()) return kHopeless;
    if (!gate.is_open) return {Obstacle::Kind::ClosedGate, gate.last_change};
    if (!needs.excludes_readers) return {};
    const StepIndex hold = unreleased_hold(needs.gate, history);
    if (hold.is_none()) return {};
    return {Obstacle::Kind::SharedHold, hold};
  }

 private:
  static constexpr Obstacle kHopeless{Obstacle::Kind::Hopeless, StepIndex{}};

  // A gate after H, not counting shared holds.
  struct GateState {
    bool is_open = true;
    StepIndex last_change;  // in H
  };

  // The shared holds of one agent.
  struct Holder {
    AgentId agent;
    int held = 0;     // the sum over the steps seen
    int most = 0;     // the largest sum so far
    StepIndex since;  // the step that first reached it
  };

  // Whether H contains all steps up to the enabler that touch the object. What happens before a
  // write in H is in H.
  template <History H>
  static bool has_all(const Needs& needs, const H& history) {
    bool lacks_one = false;
    history.visit_touches(needs.all, [&](StepIndex p, Access access) {
      if (p > needs.enabler) return true;
      lacks_one = !history.contains(p);
      return !lacks_one && access != Access::Write;
    });
    return !lacks_one;
  }

  template <History H>
  static GateState gate_state(const Needs& needs, const H& history) {
    GateState state{!needs.is_blocked, StepIndex{}};
    bool is_known = false;
    history.visit_changes(needs.gate, [&](StepIndex p, Access) {
      is_known = true;
      const auto& step = history.step(p);
      if (!history.contains(p)) {
        state.is_open = step.gate_before;  // the state after H, if there is no earlier change
        return true;
      }
      state = GateState{step.gate_after, p};
      return false;
    });
    if (is_known) return state;
    // The gate never changed, so every reader saw it as it was at first.
    history.visit_touches(needs.gate, [&](StepIndex p, Access) {
      state.is_open = history.step(p).gate_before;
      return false;
    });
    return state;
  }

  // The step with which some agent took, in H, a shared hold that it does not release in H.
  // A write that changed the gate saw no shared hold, so the walk ends there. A failed try to write
  // leaves the gate and the holds as they are.
  //
  // Going back, the sum of an agent's holds never exceeds what the agent holds after H, and first
  // reaches it at the step since which the agent has held something without a break.
  template <History H>
  StepIndex unreleased_hold(ObjectId gate, const H& history) {
    holders_.clear();
    history.visit_touches(gate, [&](StepIndex p, Access access) {
      if (!history.contains(p)) return true;
      const auto& step = history.step(p);
      if (access == Access::Write && step.gate_before != step.gate_after) return false;
      if (step.shared != 0) count_back(step.agent, step.shared, p);
      return true;
    });
    const auto found = std::ranges::find_if(holders_, [](const Holder& h) { return h.held > 0; });
    return found == holders_.end() ? StepIndex{} : found->since;
  }

  void count_back(AgentId agent, int shared, StepIndex p) {
    auto holder = std::ranges::find(holders_, agent, &Holder::agent);
    if (holder == holders_.end()) holder = holders_.insert(holder, Holder{agent, 0, 0, {}});
    holder->held += shared;
    if (holder->held <= holder->most) return;
    holder->most = holder->held;
    holder->since = p;
  }

  std::vector<Holder> holders_;  // scratch of unreleased_hold()
};

}  // namespace skein
