// SPDX-License-Identifier: Apache-2.0
// Steps: where an agent stops before each visible operation and the plan decides who goes on.
//
// There is no scheduler thread. The agent that arrives at an operation makes the decision itself
// and switches straight to the chosen agent's stack (or just goes on); a run ends by a switch to
// the executor's own loop, and all other stacks are simply forgotten.
#pragma once

#include <cstdint>

#include "core/run.hpp"
#include "runtime/boot/exchange.hpp"
#include "runtime/sched/runtime_state.hpp"

namespace skein::runtime {

// A visible operation that the current agent wants to execute.
struct Request {
  OpKind kind = OpKind::Yield;
  ObjectId first = {};
  ObjectId second = {};
  const void* site = nullptr;
  void* target = nullptr;    // for the two tests
  std::uint64_t detail = 0;  // likewise
  ReadyTest is_ready = nullptr;
  ChoiceCount count_choices = nullptr;
  StepIndex enabler = {};      // if already known
  std::uint64_t argument = 0;  // what an atomic operation compares with and writes
};

// Waits until the plan picks this agent (and so until the operation is enabled); the step is then
// in g.step, and the caller lets the operation take effect and sets the step's flags. Returns the
// choice. In modes Early and Solo returns at once.
std::uint32_t visit(const Request& request);

// Sets the flags of the current step that tell whether its gate was and is open.
inline void set_gate(bool before, bool after) {
  g.step->gate_before = before;
  g.step->gate_after = after;
}

// Makes `id` an agent of this run that will begin with a ThreadStart. REQUIRES id < tls.count().
Agent& add_agent(AgentId id, StepIndex created_by);

// The current agent is done: it has executed its ThreadExit, or it halts where it is.
[[noreturn]] void finish_current();
[[noreturn]] void halt_current();
// It failed an assumption.
[[noreturn]] void block_current();

// The current agent has violated something in a place that cannot be left: the run ends here,
// whatever the others would still have done.
[[noreturn]] void lose_run();

[[noreturn]] void end_run(End end, BoundHit bound = BoundHit::None);
// Back to the executor's loop; all stacks are forgotten.
[[noreturn]] void leave_run();

// Called by the executor's loop: takes over the channel's plan and runs it to its end. With
// Wanted::Beginning, begins before the plan is there; if it turns out to be another one than
// thought, the run is abandoned (g.is_abandoned).
void run_plan(Wanted wanted = Wanted::Run);

}  // namespace skein::runtime
