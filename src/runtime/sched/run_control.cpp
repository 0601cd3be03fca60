// SPDX-License-Identifier: Apache-2.0
#include "runtime/sched/run_control.hpp"

#include "runtime/boot/agent_main.hpp"
#include "runtime/foreign/breakpoints.hpp"
#include "runtime/foreign/guarded_words.hpp"
#include "runtime/intercept/descriptors/conduits.hpp"
#include "runtime/intercept/descriptors/private_files.hpp"
#include "runtime/intercept/descriptors/sockets.hpp"
#include "runtime/intercept/locks/lock_sections.hpp"
#include "runtime/intercept/signals/signal_sources.hpp"
#include "runtime/intercept/state/shared_state.hpp"
#include "runtime/intercept/threads/awaited.hpp"
#include "runtime/memory/blind_additions.hpp"
#include "runtime/memory/heap.hpp"
#include "runtime/memory/plain.hpp"
#include "runtime/memory/race_detector.hpp"
#include "runtime/memory/shared_counts.hpp"
#include "runtime/memory/watched.hpp"
#include "runtime/observe/details.hpp"
#include "runtime/openmp/team.hpp"
#include "runtime/sched/decision.hpp"
#include "runtime/sched/live_agents.hpp"
#include "runtime/sched/stack_switch.hpp"
#include "runtime/sched/violation_record.hpp"
#include "runtime/snapshot/run_snapshots.hpp"
#include "runtime/snapshot/saved_states.hpp"
#include "runtime/spin/dead_stack_values.hpp"
#include "runtime/spin/plain_polling.hpp"
#include "runtime/spin/spin_loops.hpp"

namespace skein::runtime {

State g;

namespace {

void set_current(Agent& next) {
  g.current = &next;
  const Slot& slot = tls[next.id.value];
  plain_filter.own_stack = {reinterpret_cast<std::uint64_t>(slot.stack_low),
                            static_cast<std::uint64_t>(slot.stack_top - slot.stack_low)};
}

[[noreturn]] void leave_current() {
  shared_counts::leave();
  remove_live(g.current->id);
  Agent& next = decide();
  set_current(next);
  void* forgotten = nullptr;
  switch_context(&forgotten, next.stack_pointer, tls[next.id.value].fs);
  __builtin_unreachable();
}

// The current agent halts. If it does so inside a section of a simple lock, no agent would wait for
// the lock that it holds.
void leave_section(End end) {
  if (!lock_sections::is_on || !lock_sections::is_inside()) return;
  lock_sections::on_halt();
  end_run(end);
}

// The first decision already runs on main's stack, since it may end the run.
void begin_main(void* main) {
  decide();
  agent_main(main);
}

// Outside of a run there is only one thread: it waits for no other, and takes no step.
[[gnu::noinline]] std::uint32_t visit_outside_run(const Request& request) {
  static Step nowhere;
  g.step = &nowhere;
  Agent sole;
  sole.id = kMainAgent;
  sole.target = request.target;
  sole.detail = request.detail;
  if (request.is_ready != nullptr && !request.is_ready(sole)) {
    violate(ViolationCode::WaitsAlone, request.site);
  }
  return 0;
}

// The current agent has reached an operation. Returns the agent to switch to, or null if the
// current agent continues.
void* arrive(void* argument) {
  const auto& request = *static_cast<const Request*>(argument);
  plain_polling::end_step();
  const bool spins = spins::arrive(request);
  Agent& me = *g.current;
  me.op = Operation{request.kind, request.first, request.second,
                    request.is_blind ? Effect::Blind : Effect::Full};
  me.site = request.site != nullptr ? g.interner.site(request.site) : SiteId{};
  me.target = request.target;
  me.detail = request.detail;
  me.is_ready = request.is_ready;
  me.count_choices = request.count_choices;
  me.is_idle = g.channel->settings.reduces_by_outcome ? request.is_idle : nullptr;
  me.enabler = request.enabled_by != nullptr ? *request.enabled_by : request.enabler;
  if (spins) {
    me.life = Agent::Life::Halted;
    remove_live(me.id);
  }
  Agent& next = decide();
  if (&next == &me) return nullptr;
  set_current(next);
  return &next;
}

void clear_last_run() {
  g.is_abandoned = false;
  channel::RunOut& run = g.channel->run;
  run.step_count.store(0, std::memory_order_relaxed);
  run.violation_count = 0;
  run.leak_count = 0;
  run.text_used = 0;
  run.has_exited = false;
  run.has_handled_fault = false;
  run.has_early_threads = false;
  run.exit_code = 0;
  run.is_step_divergence = false;
  g.position = 0;
  g.arrivals = 0;
  g.live_count = 0;
  // If a plan asks for an agent too early, it must not find the agent of the previous run.
  for (std::uint32_t i = 0; i < g.run_agent_count; ++i) {
    g.agents[g.run_agents[i]].life = Agent::Life::Absent;
  }
  g.run_agent_count = 0;
  g.has_violation = false;
  g.has_failed_assumption = false;
  g.is_exiting = false;
  g.wanted_agents = 0;
}

// Switches to the run, and returns when it has left. In between it may want its memory copied: that
// is done here, on the executor's own stack. (A signal that comes meanwhile is not about the run.)
void follow_run(void* stack_pointer, void* fs) {
  g.mode = Mode::Running;
  switch_context(&g.base_stack_pointer, stack_pointer, fs);
  g.mode = Mode::Early;
  while (saved_states::serve()) {
    const saved_states::Context at = saved_states::context();
    g.mode = Mode::Running;
    switch_context(&g.base_stack_pointer, at.stack_pointer, at.fs);
    g.mode = Mode::Early;
  }
  g.current = &agent(kMainAgent);
}

void* begin_step(void*) {
  spins::begin_step();
  plain_polling::begin_step();
  races::on_step();
  return nullptr;
}

}  // namespace

void leave_run() {
  foreign::guarded_words::lower();
  void* forgotten = nullptr;
  switch_context(&forgotten, g.base_stack_pointer, tls[0].fs);
  __builtin_unreachable();
}

std::uint32_t visit(const Request& request) {
  if (g.mode != Mode::Running) [[unlikely]]
    return visit_outside_run(request);
  if (lock_sections::is_on && lock_sections::is_inside() && request.kind != OpKind::Section)
    lock_sections::on_visit();
  shared_counts::note_effect();
  if (signals::has_sources) [[unlikely]]
    signals::interrupt(request);
  if (details::is_on) [[unlikely]]
    details::arrive();
  Agent& me = *g.current;
  auto* next =
      static_cast<Agent*>(skein_call_on(scheduler_stack, &arrive, const_cast<Request*>(&request)));
  if (next != nullptr) {
    switch_context(&me.stack_pointer, next->stack_pointer, tls[next->id.value].fs);
  }
  if (details::is_on) [[unlikely]]
    details::begin_step();
  skein_call_on(scheduler_stack, &begin_step, nullptr);
  if (spins::sees_plain_writes)
    details::is_on ? spins::wipe_deep_frames() : spins::wipe_own_frames();
  return me.choice;
}

Agent& add_agent(AgentId id, StepIndex created_by) {
  Agent& a = agent(id);
  a = Agent{};
  a.id = id;
  a.life = Agent::Life::Active;
  a.op = Operation{OpKind::ThreadStart, g.interner.life(id), ObjectId{}};
  a.enabler = created_by;
  spins::clear_stack(tls[id.value].stack_top);
  a.stack_pointer = make_context(tls[id.value].stack_top, &agent_main, &a);
  add_live(id);
  g.run_agents[g.run_agent_count++] = id.value;
  if (g.live_count > 1) {
    foreign::watch();
    foreign::guarded_words::raise();
  }
  return a;
}

void finish_current() {
  g.current->life = Agent::Life::Finished;
  g.current->exit_step = current_step();
  for (std::uint32_t i = 0; i < g.live_count; ++i) {
    Agent& a = g.agents[g.live[i]];
    if (a.op.kind == OpKind::ThreadJoin && a.target == g.current && !g.current->has_ended_process)
      a.enabler = current_step();
  }
  leave_current();
}

void halt_current() {
  if (g.mode == Mode::Solo) end_run(End::Violation);
  leave_section(End::Violation);
  g.current->life = Agent::Life::Halted;
  leave_current();
}

void block_current() {
  g.has_failed_assumption = true;
  leave_section(End::Blocked);
  g.current->life = Agent::Life::Halted;
  leave_current();
}

void lose_run() {
  if (lock_sections::is_on && lock_sections::is_inside()) lock_sections::on_halt();
  // The agent is in the middle of a step and has no next operation to report.
  g.current->life = Agent::Life::Halted;
  remove_live(g.current->id);
  bool can_others_go = false;
  for (std::uint32_t i = 0; i < g.live_count; ++i) {
    can_others_go = can_others_go || is_ready(g.agents[g.live[i]]);
  }
  if (can_others_go) end_run(End::Cut, BoundHit::Lost);
  const End end = spins::end_of_run(End::Violation);
  end_run(end, end == End::Cut ? spins::kBound : BoundHit::None);
}

void end_run(End end, BoundHit bound) {
  abandon_if_ahead();
  if (end == End::Completed && g.channel->settings.reports_leaks && note_leaks()) {
    end = End::Violation;
  }
  channel::RunOut& run = g.channel->run;
  run.end = end;
  run.bound = bound;
  run.pending_count = 0;
  for (std::uint32_t i = 0; i < g.live_count; ++i) {
    const Agent& a = g.agents[g.live[i]];
    g.channel->pending[run.pending_count++] = pending_of(a, is_ready(a));
  }
  sockets::end_run();
  if (details::is_on) details::end_run();
  // After a violation we cannot ask the loader: a crash may have happened inside it, with its lists
  // half updated.
  if (end != End::Violation) note_late_modules();
  if (snapshots::is_timing) snapshots::note_time();
  leave_run();
}

void run_plan(Wanted wanted) {
  begin_plan(wanted);
  snapshots::begin_run(allows_snapshots());
  clear_last_run();
  spins::begin_run();
  watched::begin_run();
  foreign::guarded_words::begin_run();
  lock_sections::begin_run();
  shared_state::begin_run();
  conduits::begin_run();
  private_files::begin_run();
  signals::begin_run();
  openmp::begin_run();
  dead::begin_run();
  races::begin_run();
  shared_counts::begin_run();
  awaited::begin_run();
  blind_additions::begin_run();
  details::begin_run();
  g.mode = Mode::Running;
  Agent& first = add_agent(kMainAgent, StepIndex{});
  set_current(first);
  first.stack_pointer = make_context(tls[0].stack_top, &begin_main, &first);
  follow_run(first.stack_pointer, tls[0].fs);
}

void resume_plan(Wanted wanted) {
  continue_plan(wanted);
  const saved_states::Context at = saved_states::context();
  follow_run(at.stack_pointer, at.fs);
}

}  // namespace skein::runtime
