// SPDX-License-Identifier: Apache-2.0
// Steps: an agent stops before each visible operation, and the plan decides which agent continues.
//
// There is no scheduler thread. The agent that reaches an operation makes the decision itself
// (decision.hpp) and switches straight to the stack of the chosen agent, or just continues. A run
// ends with a switch to the executor's own loop; all other stacks are simply forgotten.
#pragma once

#include <cstdint>

#include "core/run_end.hpp"
#include "runtime/boot/exchange.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime {

// A visible operation that the current agent wants to execute.
struct Request {
  OpKind kind = OpKind::Yield;
  bool is_blind = false;  // it changes its first object without looking (core/operation.hpp)
  ObjectId first = {};
  ObjectId second = {};
  const void* site = nullptr;
  void* target = nullptr;    // for is_ready and count_choices
  std::uint64_t detail = 0;  // for is_ready and count_choices
  ReadyTest is_ready = nullptr;
  ChoiceCount count_choices = nullptr;
  StepIndex enabler = {};  // if already known
  // Where the enabler will be once it is known: other agents may still run before the operation is
  // reached, if the thread decides about a signal first.
  const StepIndex* enabled_by = nullptr;
  std::uint64_t argument = 0;  // what an atomic operation compares with and writes
  // For operations that may have no effect (core/outcome.hpp); uses target and detail.
  IdleTest is_idle = nullptr;
};

// Waits until the plan picks this agent, and so until the operation is enabled. The step is then in
// g.step; the caller carries out the operation and sets the step's flags. Returns the choice. In
// modes Early and Solo, returns at once.
std::uint32_t visit(const Request& request);

// Sets the flags of the current step that say whether its gate was open before and is open now.
inline void set_gate(bool before, bool after) {
  g.step->gate_before = before;
  g.step->gate_after = after;
}

// Adds `id` to this run as an agent that begins with a ThreadStart. REQUIRES id < tls.count().
Agent& add_agent(AgentId id, StepIndex created_by);

// The current agent has executed its ThreadExit, or halts where it is.
[[noreturn]] void finish_current();
[[noreturn]] void halt_current();
// The current agent failed an assumption.
[[noreturn]] void block_current();

// The current agent has violated something at a point that it cannot leave. The run ends here, even
// if other agents could have continued.
[[noreturn]] void lose_run();

[[noreturn]] void end_run(End end, BoundHit bound = BoundHit::None);
// Returns to the executor's loop; all stacks are forgotten.
[[noreturn]] void leave_run();

// Called by the executor's loop: takes over the channel's plan and runs it to its end. With
// Wanted::Beginning, the run begins before the plan has arrived. If the plan then turns out
// different from what was expected, the run is abandoned (g.is_abandoned).
void run_plan(Wanted wanted = Wanted::Run);
// The same, from the step whose memory was just put back (runtime/snapshot/in_place.hpp).
void resume_plan(Wanted wanted);

}  // namespace skein::runtime
