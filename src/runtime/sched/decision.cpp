// SPDX-License-Identifier: Apache-2.0
#include "runtime/sched/decision.hpp"

#include <new>
#include <span>

#include "core/plan.hpp"
#include "core/scheduler.hpp"
#include "runtime/intercept/locks/atomic_sections.hpp"
#include "runtime/intercept/signals/signal_sources.hpp"
#include "runtime/intercept/threads/exit.hpp"
#include "runtime/sched/live_agents.hpp"
#include "runtime/sched/run_control.hpp"
#include "runtime/snapshot/run_snapshots.hpp"
#include "runtime/spin/spin_loops.hpp"

namespace skein::runtime {

namespace {

// Constructed by hand, in place, when the first run begins: no constructor of ours may run before
// the program's first call reaches us, and no destructor after its last.
alignas(Plan) unsigned char plan_bytes[sizeof(Plan)];
alignas(Scheduler) unsigned char scheduler_bytes[sizeof(Scheduler)];
Plan* plan = nullptr;
Scheduler* scheduler = nullptr;

alignas(Pending) unsigned char enabled_bytes[sizeof(Pending) * channel::kMaxAgents];
Pending* const enabled = reinterpret_cast<Pending*>(enabled_bytes);

// The length of the prefix that is followed without the scheduler: the whole prefix, or 0.
std::uint32_t quick_prefix = 0;
// The number of first steps that must match those in the channel.
std::uint32_t shared_prefix = 0;
// The current step, if it is one of these first steps.
Step known_step;
// The plan has not arrived yet; plan->prefix holds its known beginning.
bool is_ahead = false;

// If the agent halted in a spin loop but the plan knows that it continued, lets it continue.
void revive(AgentId id) {
  if (!spins::is_spinning(id)) return;
  spins::revive(id);
  agent(id).life = Agent::Life::Active;
  add_live(id);
}

// Whether the plan does not say what the agent does beyond the end of the process.
bool is_over_for(const Agent& a) {
  if (!is_left_behind(a)) [[likely]]
    return false;
  if (g.position < plan->prefix.size() && plan->prefix[g.position].agent == a.id) return false;
  return true;
}

std::span<const Pending> collect_all() {
  std::size_t n = 0;
  for (std::uint32_t i = 0; i < g.live_count; ++i) {
    const Agent& a = g.agents[g.live[i]];
    if (is_ready(a) && !is_over_for(a)) enabled[n++] = pending_of(a, true);
  }
  return {enabled, n};
}

void record(std::span<const Pending> candidates) {
  channel::Channel& c = *g.channel;
  // Kept here because the program may overwrite the channel.
  static std::uint32_t recorded = 0;
  if (g.position == 0) recorded = c.enabled_from[0] = 0;
  if (recorded + candidates.size() > channel::kMaxEnabled)
    give_up("too many enabled operations to record");
  for (const Pending& p : candidates) c.enabled[recorded++] = p;
  c.enabled_from[g.position + 1] = recorded;
}

// Whether a signal that may still come by itself could let a thread go on.
bool waits_for_signal() {
  for (std::uint32_t i = 0; i < g.live_count; ++i) {
    if (signals::may_be_interrupted(g.agents[g.live[i]].id)) return true;
  }
  return false;
}

End end_of_stuck_run() {
  if (g.position < plan->prefix.size()) return End::Diverged;
  if (g.has_violation) return End::Violation;
  if (g.has_failed_assumption) return End::Blocked;
  if (g.live_count == 0 || g.channel->run.has_exited) return End::Completed;
  if (sections::were_used && sections::has_begun_too_early()) return End::Blocked;
  return waits_for_signal() ? End::Blocked : End::Deadlock;
}

// How the run ends where no agent can go on.
[[noreturn]] void end_stuck_run() {
  const End end = spins::end_of_run(end_of_stuck_run());
  if (end != End::Diverged) {
    for (std::uint32_t i = 0; i < g.live_count; ++i) {
      if (is_over_for(g.agents[g.live[i]])) end_run(End::Cut, BoundHit::Polling);
    }
  }
  // The last thread ends the process, unless another has ended it before.
  if (end == End::Completed && !g.channel->run.has_exited) end_process_solo();
  end_run(end, end == End::Cut ? spins::kBound : BoundHit::None);
}

bool is_same_step(const Step& a, const Step& b) {
  return a.agent == b.agent && a.op == b.op && a.choice == b.choice && a.choices == b.choices;
}

// Records the step and makes it the current one. Does not return if the explorer expects another
// step here.
Agent& take(Agent& next, std::uint32_t choice, std::uint32_t choices, bool is_preemption) {
  const std::uint32_t position = g.position;
  Step step;
  step.agent = next.id;
  set_attempt(step, attempt_of(next));
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
    // The channel already holds this step. Writing it again would only take the cache lines away
    // from the explorer's core.
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

// Takes a step of the prefix when nothing is counted or recorded. Only two agents matter: the agent
// that the plan names, and the agent that ran last. If the latter could continue, this is a
// preemption, as in Scheduler::bounded. The scheduler learns of all these steps at once, at the end
// of the prefix.
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

// Whether the agent that ran last continues, by Policy::Continue. Then no other agent needs a look;
// Scheduler::choose would not look at them either.
bool continues(Decision& decision) {
  const AgentId last = last_agent();
  if (last.is_none() || scheduler->gives_way() || !can_go(last)) return false;
  if (is_over_for(agent(last))) return false;
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
  if (candidates.empty()) end_stuck_run();
  return scheduler->pick(candidates);
}

// Whether the prefix can be followed without the scheduler.
bool is_quick(const channel::PlanIn& in) {
  return !in.records_enabled && in.policy != Policy::Pct && in.bounds.switches == kUnbounded &&
         in.bounds.preemptions == kUnbounded && in.prefix_count <= in.bounds.steps;
}

// Whether it asks for the steps of a run only.
bool is_usual(const channel::PlanIn& in) {
  return is_quick(in) && !in.shows_output && !in.records_details && in.measured_runs == 0;
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
  quick_prefix = is_quick(c.plan) ? c.plan.prefix_count : 0;
  if (quick_prefix == 0) scheduler->begin(*plan);
  note_begun();
}

// Takes over the known beginning of the next plan: the first `ahead_steps` steps.
void take_over_beginning() {
  const channel::Channel& c = *g.channel;
  const std::uint32_t steps = c.ahead_steps.load(std::memory_order_relaxed);
  for (std::size_t i = plan->prefix.size(); i < steps; ++i) {
    plan->prefix.push_back(c.steps[i].move());
  }
  shared_prefix = steps;
  quick_prefix = steps;
}

[[noreturn]] void abandon() {
  g.is_abandoned = true;
  leave_run();
}

// The run has used up the steps that were known before the plan arrived.
void catch_up() {
  const snapshots::Waiting waiting;
  if (await_plan(g.position) == Wanted::Beginning) {
    take_over_beginning();
    return;
  }
  is_ahead = false;
  if (g.channel->plan.shared_prefix < g.position) abandon();
  take_over_plan();
  if (quick_prefix <= g.position) abandon();
}

}  // namespace

void begin_plan(Wanted wanted) {
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
}

bool allows_snapshots() { return is_ahead || is_usual(g.channel->plan); }

bool begins_with(std::uint32_t steps, Wanted wanted) {
  const channel::Channel& c = *g.channel;
  if (wanted == Wanted::Beginning) return c.ahead_steps.load(std::memory_order_relaxed) >= steps;
  return c.plan.shared_prefix >= steps && c.plan.prefix_count >= steps && is_usual(c.plan);
}

bool can_continue_plan() { return begins_with(g.position, Wanted::Run); }

void continue_plan(Wanted wanted) {
  is_ahead = wanted == Wanted::Beginning;
  if (is_ahead) {
    plan->prefix.clear();
    take_over_beginning();
    return;
  }
  take_over_plan();
  if (quick_prefix == g.position) scheduler->begin(*plan, {g.channel->steps, quick_prefix});
}

Agent& decide() {
  if (g.position >= snapshots::next_look) [[unlikely]]
    snapshots::look();
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

void abandon_if_ahead() {
  if (is_ahead) [[unlikely]] {
    is_ahead = false;
    await_plan();
    abandon();
  }
}

}  // namespace skein::runtime
