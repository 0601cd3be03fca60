// SPDX-License-Identifier: Apache-2.0
#include "runtime/sched/schedule.hpp"

#include <new>
#include <span>

#include "core/plan.hpp"
#include "core/scheduler.hpp"
#include "runtime/boot/agent_main.hpp"
#include "runtime/intercept/exit.hpp"
#include "runtime/memory/heap.hpp"
#include "runtime/memory/plain.hpp"
#include "runtime/memory/races.hpp"
#include "runtime/memory/watched.hpp"
#include "runtime/observe/telling.hpp"
#include "runtime/observe/unseen.hpp"
#include "runtime/sched/context.hpp"
#include "runtime/sched/violation.hpp"
#include "runtime/spin/dead_values.hpp"
#include "runtime/spin/plain_polling.hpp"
#include "runtime/spin/spin_loops.hpp"

namespace skein::runtime {

State g;

namespace {

// Made by hand, in place, when the first run begins: no constructor of ours may run before the
// program's first call reaches us, no destructor after.
alignas(Plan) unsigned char plan_bytes[sizeof(Plan)];
alignas(Scheduler) unsigned char scheduler_bytes[sizeof(Scheduler)];
Plan* plan = nullptr;
Scheduler* scheduler = nullptr;

alignas(Pending) unsigned char enabled_bytes[sizeof(Pending) * channel::kMaxAgents];
Pending* const enabled = reinterpret_cast<Pending*>(enabled_bytes);

// How much of the plan's prefix is followed without the scheduler: all or nothing.
std::uint32_t quick_prefix = 0;
// How many steps must come out as they are in the channel.
std::uint32_t shared_prefix = 0;
// The current step, if it is one of those.
Step known_step;
// The plan is still to come; the prefix is what it will begin with.
bool is_ahead = false;

bool is_ready(const Agent& a) { return a.is_ready == nullptr || a.is_ready(a); }

std::uint32_t choices_of(const Agent& a) {
  return a.count_choices == nullptr ? 1 : a.count_choices(a);
}

Pending pending_of(const Agent& a, bool is_enabled) {
  Pending p;
  p.agent = a.id;
  p.op = a.op;
  p.choices = choices_of(a);
  p.site = a.site;
  p.enabler = a.enabler;
  p.is_enabled = is_enabled;
  return p;
}

bool can_go(AgentId id) {
  if (id.value >= channel::kMaxAgents) return false;
  const Agent& a = agent(id);
  return a.life == Agent::Life::Active && is_ready(a);
}

void add_live(AgentId id) {
  std::uint32_t i = g.live_count++;
  for (; i > 0 && g.live[i - 1] > id.value; --i) g.live[i] = g.live[i - 1];
  g.live[i] = id.value;
}

// If the agent halted in a loop that waits, and the plan knows that it went on: lets it.
void revive(AgentId id) {
  if (!spins::is_spinning(id)) return;
  spins::revive(id);
  agent(id).life = Agent::Life::Active;
  add_live(id);
}

std::span<const Pending> collect_all() {
  std::size_t n = 0;
  for (std::uint32_t i = 0; i < g.live_count; ++i) {
    const Agent& a = g.agents[g.live[i]];
    if (is_ready(a)) enabled[n++] = pending_of(a, true);
  }
  return {enabled, n};
}

void record(std::span<const Pending> candidates) {
  channel::Channel& c = *g.channel;
  // Not read from the channel, where the program may write.
  static std::uint32_t recorded = 0;
  if (g.position == 0) recorded = c.enabled_from[0] = 0;
  if (recorded + candidates.size() > channel::kMaxEnabled)
    give_up("too many enabled operations to record");
  for (const Pending& p : candidates) c.enabled[recorded++] = p;
  c.enabled_from[g.position + 1] = recorded;
}

End end_of_stuck_run() {
  if (g.position < plan->prefix.size()) return End::Diverged;
  if (g.has_violation) return End::Violation;
  if (g.has_failed_assumption) return End::Blocked;
  if (g.live_count == 0 || g.channel->run.has_exited) return End::Completed;
  return End::Deadlock;
}

bool is_same_step(const Step& a, const Step& b) {
  return a.agent == b.agent && a.op == b.op && a.choice == b.choice && a.choices == b.choices;
}

// Writes the step down and makes it the current one; does not return if another was known to come
// here.
Agent& take(Agent& next, std::uint32_t choice, std::uint32_t choices, bool is_preemption) {
  const std::uint32_t position = g.position;
  Step step;
  step.agent = next.id;
  step.op = next.op;
  step.choice = choice;
  step.choices = choices;
  step.enabler = next.enabler;
  step.site = next.site;
  step.is_preemption = is_preemption;
  Step& out = g.channel->steps[position];
  if (position < shared_prefix) {
    if (!is_same_step(step, out)) [[unlikely]] {
      g.channel->run.divergence = step;
      g.channel->run.diverged_at = position;
      g.channel->run.is_step_divergence = true;
      end_run(End::Diverged);
    }
    // What is in the channel stays there: writing it again would only take the cache lines from the
    // explorer's core.
    known_step = step;
    g.step = &known_step;
  } else {
    out = step;
    g.step = &out;
  }
  g.channel->run.step_count.store(position + 1, std::memory_order_release);
  g.position = position + 1;
  next.choice = choice;
  next.enabler = StepIndex{};
  return next;
}

AgentId last_agent() { return g.position > 0 ? g.channel->steps[g.position - 1].agent : AgentId{}; }

// A step of the prefix when nothing is counted or recorded: only two agents matter, the one that is
// asked for and the one that ran last (whether that one could go on makes this a preemption, as in
// Scheduler::bounded). The scheduler learns of all these steps at once, at the end of the prefix.
Agent& follow_prefix() {
  const Move move = plan->prefix[g.position];
  if (!can_go(move.agent)) {
    revive(move.agent);
    if (!can_go(move.agent)) end_run(End::Diverged);
  }
  Agent& next = agent(move.agent);
  const std::uint32_t choices = choices_of(next);
  if (move.choice >= choices) end_run(End::Diverged);
  const AgentId last = last_agent();
  const bool is_preemption =
      last != move.agent && !last.is_none() && g.step->op.kind != OpKind::Yield && can_go(last);
  take(next, move.choice, choices, is_preemption);
  if (g.position == quick_prefix && !is_ahead)
    scheduler->begin(*plan, {g.channel->steps, quick_prefix});
  return next;
}

// Whether the agent that ran last is to go on, by Policy::Continue; then nobody else need be looked
// at: Scheduler::choose would not do so either.
bool continues(Decision& decision) {
  const AgentId last = last_agent();
  if (last.is_none() || scheduler->gives_way() || !can_go(last)) return false;
  enabled[0] = pending_of(agent(last), true);
  decision = scheduler->pick({enabled, 1});
  return !decision.is_stop || decision.end != End::Asleep;
}

Decision choose() {
  const bool records_enabled = g.channel->plan.records_enabled;
  Decision decision;
  if (plan->policy == Policy::Continue && !records_enabled && g.position >= plan->prefix.size() &&
      continues(decision)) {
    return decision;
  }
  if (g.position < plan->prefix.size()) revive(plan->prefix[g.position].agent);
  const std::span<const Pending> candidates = collect_all();
  if (records_enabled) record(candidates);
  if (candidates.empty()) {
    const End end = spins::end_of_run(end_of_stuck_run());
    // The last thread of a process ends it, if nobody did before.
    if (end == End::Completed && !g.channel->run.has_exited) end_process_alone();
    end_run(end, end == End::Cut ? spins::kBound : BoundHit::None);
  }
  return scheduler->pick(candidates);
}

void take_over_plan() {
  const channel::Channel& c = *g.channel;
  plan->prefix.assign(c.prefix, c.prefix + c.plan.prefix_count);
  plan->sleep.assign(c.sleep, c.sleep + c.plan.sleep_count);
  plan->policy = c.plan.policy;
  plan->seed = c.plan.seed;
  plan->pct_depth = c.plan.pct_depth;
  plan->pct_length = c.plan.pct_length;
  plan->bounds = c.plan.bounds;
  shared_prefix = c.plan.shared_prefix;
  const bool is_quick = !c.plan.records_enabled && plan->policy != Policy::Pct &&
                        plan->bounds.switches == kUnbounded &&
                        plan->bounds.preemptions == kUnbounded &&
                        plan->prefix.size() <= plan->bounds.steps;
  quick_prefix = is_quick ? c.plan.prefix_count : 0;
  if (quick_prefix == 0) scheduler->begin(*plan);
  note_begun();
}

// What is known of the beginning of the plan to come: of `prefix` so much is known already.
void take_over_beginning() {
  const channel::Channel& c = *g.channel;
  const std::uint32_t steps = c.ahead_steps.load(std::memory_order_relaxed);
  for (std::size_t i = plan->prefix.size(); i < steps; ++i) {
    plan->prefix.push_back(c.steps[i].move());
  }
  shared_prefix = steps;
  quick_prefix = steps;
}

// Back to the executor's loop; all stacks are forgotten.
[[noreturn]] void leave_run() {
  void* forgotten = nullptr;
  switch_context(&forgotten, g.base_stack_pointer, tls[0].fs);
  __builtin_unreachable();
}

[[noreturn]] void abandon() {
  g.is_abandoned = true;
  leave_run();
}

// The run has come as far as was known without the plan.
void catch_up() {
  if (await_plan(g.position) == Wanted::Beginning) {
    take_over_beginning();
    return;
  }
  is_ahead = false;
  if (g.channel->plan.shared_prefix < g.position) abandon();
  take_over_plan();
  if (quick_prefix <= g.position) abandon();
}

// Decides the next step and writes it down; does not return if the run ends here.
Agent& decide() {
  if (is_ahead && g.position == quick_prefix) [[unlikely]]
    catch_up();
  if (g.position < quick_prefix) return follow_prefix();
  const Decision decision = choose();
  if (decision.is_stop) end_run(decision.end, decision.bound);
  if (g.position >= channel::kMaxSteps) end_run(End::Cut, BoundHit::Steps);
  Agent& next = agent(decision.move.agent);
  take(next, decision.move.choice, choices_of(next), decision.is_preemption);
  scheduler->took(*g.step);
  return next;
}

void remove_live(AgentId id) {
  std::uint32_t i = 0;
  while (g.live[i] != id.value) ++i;
  for (--g.live_count; i < g.live_count; ++i) g.live[i] = g.live[i + 1];
}

void set_current(Agent& next) {
  g.current = &next;
  const Slot& slot = tls[next.id.value];
  plain_filter.own_stack = {reinterpret_cast<std::uint64_t>(slot.stack_low),
                            static_cast<std::uint64_t>(slot.stack_top - slot.stack_low)};
}

[[noreturn]] void leave_current() {
  remove_live(g.current->id);
  Agent& next = decide();
  set_current(next);
  void* forgotten = nullptr;
  switch_context(&forgotten, next.stack_pointer, tls[next.id.value].fs);
  __builtin_unreachable();
}

// The first decision is made on main's stack already, since it may end the run.
void begin_main(void* main) {
  decide();
  agent_main(main);
}

// Outside of runs: there is nobody to wait for, and no step.
[[gnu::noinline]] std::uint32_t visit_alone(const Request& request) {
  static Step nowhere;
  g.step = &nowhere;
  Agent alone;
  alone.id = kMainAgent;
  alone.target = request.target;
  alone.detail = request.detail;
  if (request.is_ready != nullptr && !request.is_ready(alone)) {
    violate(ViolationCode::WaitsAlone, request.site);
  }
  return 0;
}

// The current agent has come to an operation. Who goes on?
void* arrive(void* argument) {
  const auto& request = *static_cast<const Request*>(argument);
  plain_polling::end_step();
  const bool spins = spins::arrive(request);
  Agent& me = *g.current;
  me.op = Operation{request.kind, request.first, request.second};
  me.site = request.site != nullptr ? g.names.site(request.site) : SiteId{};
  me.target = request.target;
  me.detail = request.detail;
  me.is_ready = request.is_ready;
  me.count_choices = request.count_choices;
  me.enabler = request.enabler;
  if (spins) {
    me.life = Agent::Life::Halted;
    remove_live(me.id);
  }
  Agent& next = decide();
  if (&next == &me) return nullptr;
  set_current(next);
  return &next;
}

void* begin_step(void*) {
  spins::begin_step();
  plain_polling::begin_step();
  races::on_step();
  return nullptr;
}

}  // namespace

std::uint32_t visit(const Request& request) {
  if (g.mode != Mode::Running) [[unlikely]]
    return visit_alone(request);
  if (telling::is_on) [[unlikely]]
    telling::arrive();
  Agent& me = *g.current;
  auto* next =
      static_cast<Agent*>(skein_call_on(scheduler_stack, &arrive, const_cast<Request*>(&request)));
  if (next != nullptr) {
    switch_context(&me.stack_pointer, next->stack_pointer, tls[next->id.value].fs);
  }
  if (telling::is_on) [[unlikely]]
    telling::begin_step();
  skein_call_on(scheduler_stack, &begin_step, nullptr);
  if (spins::sees_plain_writes)
    telling::is_on ? spins::wipe_deep_frames() : spins::wipe_own_frames();
  return me.choice;
}

Agent& add_agent(AgentId id, StepIndex created_by) {
  Agent& a = agent(id);
  a = Agent{};
  a.id = id;
  a.life = Agent::Life::Active;
  a.op = Operation{OpKind::ThreadStart, g.names.life(id), ObjectId{}};
  a.enabler = created_by;
  spins::clear_stack(tls[id.value].stack_top);
  a.stack_pointer = make_context(tls[id.value].stack_top, &agent_main, &a);
  add_live(id);
  g.run_agents[g.run_agent_count++] = id.value;
  if (g.live_count > 1) unseen::watch();
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
  g.current->life = Agent::Life::Halted;
  leave_current();
}

void block_current() {
  g.has_failed_assumption = true;
  g.current->life = Agent::Life::Halted;
  leave_current();
}

void lose_run() {
  // In the middle of a step: it has no next operation to report.
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
  if (is_ahead) [[unlikely]] {
    // The steps that were known did not come: let the plan show it.
    is_ahead = false;
    await_plan();
    abandon();
  }
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
  if (telling::is_on) telling::end_run();
  // A crash may have been the loader's, with its lists half done.
  if (end != End::Violation) note_late_modules();
  leave_run();
}

void run_plan(Wanted wanted) {
  if (plan == nullptr) {
    plan = new (plan_bytes) Plan;
    scheduler = new (scheduler_bytes) Scheduler;
  }
  is_ahead = wanted == Wanted::Beginning;
  if (is_ahead) {
    plan->prefix.clear();
    take_over_beginning();
  } else {
    take_over_plan();
  }
  g.is_abandoned = false;
  channel::RunOut& run = g.channel->run;
  run.step_count.store(0, std::memory_order_relaxed);
  run.violation_count = 0;
  run.leak_count = 0;
  run.text_used = 0;
  run.has_exited = false;
  run.exit_code = 0;
  run.is_step_divergence = false;
  g.position = 0;
  g.arrivals = 0;
  g.live_count = 0;
  // A plan that asks for an agent too early must not find the one of the run before.
  for (std::uint32_t i = 0; i < g.run_agent_count; ++i) {
    g.agents[g.run_agents[i]].life = Agent::Life::Absent;
  }
  g.run_agent_count = 0;
  g.has_violation = false;
  g.has_failed_assumption = false;
  g.is_exiting = false;
  g.wanted_agents = 0;
  spins::begin_run();
  watched::begin_run();
  dead::begin_run();
  races::begin_run();
  telling::begin_run();
  g.mode = Mode::Running;
  Agent& first = add_agent(kMainAgent, StepIndex{});
  set_current(first);
  first.stack_pointer = make_context(tls[0].stack_top, &begin_main, &first);
  switch_context(&g.base_stack_pointer, first.stack_pointer, tls[0].fs);
  g.mode = Mode::Early;
  g.current = &agent(kMainAgent);
}

}  // namespace skein::runtime
