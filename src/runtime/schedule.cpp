#include "runtime/schedule.hpp"

#include <new>
#include <span>

#include "model/plan.hpp"
#include "model/scheduler.hpp"
#include "runtime/agent_main.hpp"
#include "runtime/context.hpp"
#include "runtime/exit.hpp"
#include "runtime/violation.hpp"

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

bool is_ready(const Agent& a) { return a.is_ready == nullptr || a.is_ready(a); }

Pending pending_of(const Agent& a, bool is_enabled) {
  Pending p;
  p.agent = a.id;
  p.op = a.op;
  p.choices = a.count_choices == nullptr ? 1 : a.count_choices(a);
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

// In the prefix only two agents matter: the one that is asked for, and the one that ran last
// (whether that one could go on makes the step a preemption or not).
std::span<const Pending> collect_for_prefix(AgentId wanted) {
  if (!can_go(wanted)) return {};
  const AgentId last = g.position > 0 ? g.channel->steps[g.position - 1].agent : wanted;
  std::size_t n = 0;
  if (last < wanted && can_go(last)) enabled[n++] = pending_of(agent(last), true);
  enabled[n++] = pending_of(agent(wanted), true);
  if (last > wanted && can_go(last)) enabled[n++] = pending_of(agent(last), true);
  return {enabled, n};
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
  std::uint32_t end = c.enabled_from[g.position];
  if (end + candidates.size() > channel::kMaxEnabled)
    give_up("too many enabled operations to record");
  for (const Pending& p : candidates) c.enabled[end++] = p;
  c.enabled_from[g.position + 1] = end;
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

// Decides the next step and writes it down; does not return if the run ends here.
Agent& decide() {
  const std::uint32_t position = g.position;
  std::span<const Pending> candidates;
  const bool records_enabled = g.channel->plan.records_enabled;
  if (position < plan->prefix.size() && !records_enabled) {
    candidates = collect_for_prefix(plan->prefix[position].agent);
    if (candidates.empty()) end_run(End::Diverged);
  } else {
    candidates = collect_all();
    if (records_enabled) record(candidates);
    if (candidates.empty()) {
      const End end = end_of_stuck_run();
      // The last thread of a process ends it, if nobody did before.
      if (end == End::Completed && !g.channel->run.has_exited) end_process_alone();
      end_run(end);
    }
  }
  const Decision decision = scheduler->pick(candidates);
  if (decision.is_stop) end_run(decision.end, decision.bound);
  if (position >= channel::kMaxSteps) end_run(End::Cut, BoundHit::Steps);

  Agent& next = agent(decision.move.agent);
  Step step;
  step.agent = next.id;
  step.op = next.op;
  step.choice = decision.move.choice;
  step.choices = next.count_choices == nullptr ? 1 : next.count_choices(next);
  step.enabler = next.enabler;
  step.site = next.site;
  step.is_preemption = decision.is_preemption;
  Step& out = g.channel->steps[position];
  if (position < g.channel->plan.shared_prefix && !is_same_step(step, out)) [[unlikely]] {
    g.channel->run.divergence = step;
    g.channel->run.diverged_at = position;
    g.channel->run.is_step_divergence = true;
    end_run(End::Diverged);
  }
  out = step;
  g.channel->run.step_count.store(position + 1, std::memory_order_release);
  g.position = position + 1;
  g.step = &out;
  scheduler->took(out);
  next.choice = step.choice;
  next.enabler = StepIndex{};
  return next;
}

void remove_live(AgentId id) {
  std::uint32_t i = 0;
  while (g.live[i] != id.value) ++i;
  for (--g.live_count; i < g.live_count; ++i) g.live[i] = g.live[i + 1];
}

[[noreturn]] void leave_current() {
  remove_live(g.current->id);
  Agent& next = decide();
  g.current = &next;
  void* forgotten = nullptr;
  switch_context(&forgotten, next.stack_pointer, tls[next.id.value].fs);
  __builtin_unreachable();
}

// The first decision is made on main's stack already, since it may end the run.
void begin_main(void* main) {
  decide();
  agent_main(main);
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
}

}  // namespace

std::uint32_t visit(const Request& request) {
  if (g.mode != Mode::Running) [[unlikely]] {
    static Step nowhere;
    g.step = &nowhere;
    Agent alone;
    alone.id = kMainAgent;
    alone.target = request.target;
    alone.detail = request.detail;
    if (request.is_ready != nullptr && !request.is_ready(alone)) {
      violate(ViolationKind::Other, "waits although no other thread exists", request.site);
    }
    return 0;
  }
  Agent& me = *g.current;
  me.op = Operation{request.kind, request.first, request.second};
  me.site = request.site != nullptr ? g.names.site(request.site) : SiteId{};
  me.target = request.target;
  me.detail = request.detail;
  me.is_ready = request.is_ready;
  me.count_choices = request.count_choices;
  me.enabler = request.enabler;
  Agent& next = decide();
  if (&next != &me) {
    g.current = &next;
    switch_context(&me.stack_pointer, next.stack_pointer, tls[next.id.value].fs);
  }
  return me.choice;
}

Agent& add_agent(AgentId id, StepIndex created_by) {
  Agent& a = agent(id);
  a = Agent{};
  a.id = id;
  a.life = Agent::Life::Active;
  a.op = Operation{OpKind::ThreadStart, g.names.life(id), ObjectId{}};
  a.enabler = created_by;
  a.stack_pointer = make_context(tls[id.value].stack_top, &agent_main, &a);
  std::uint32_t i = g.live_count++;
  for (; i > 0 && g.live[i - 1] > id.value; --i) g.live[i] = g.live[i - 1];
  g.live[i] = id.value;
  g.run_agents[g.run_agent_count++] = id.value;
  return a;
}

void forget_current() { remove_live(g.current->id); }

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

void end_run(End end, BoundHit bound) {
  channel::RunOut& run = g.channel->run;
  run.end = end;
  run.bound = bound;
  run.pending_count = 0;
  for (std::uint32_t i = 0; i < g.live_count; ++i) {
    const Agent& a = g.agents[g.live[i]];
    g.channel->pending[run.pending_count++] = pending_of(a, is_ready(a));
  }
  void* forgotten = nullptr;
  switch_context(&forgotten, g.base_stack_pointer, tls[0].fs);
  __builtin_unreachable();
}

void run_plan() {
  if (plan == nullptr) {
    plan = new (plan_bytes) Plan;
    scheduler = new (scheduler_bytes) Scheduler;
  }
  take_over_plan();
  scheduler->begin(*plan);
  g.channel->begun.store(g.channel->request.load(std::memory_order_relaxed),
                         std::memory_order_relaxed);
  channel::RunOut& run = g.channel->run;
  run.step_count.store(0, std::memory_order_relaxed);
  run.violation_count = 0;
  run.text_used = 0;
  run.has_exited = false;
  run.exit_code = 0;
  run.is_step_divergence = false;
  g.position = 0;
  g.arrivals = 0;
  g.live_count = 0;
  g.run_agent_count = 0;
  g.has_violation = false;
  g.has_failed_assumption = false;
  g.is_exiting = false;
  g.wanted_agents = 0;
  g.mode = Mode::Running;
  Agent& first = add_agent(kMainAgent, StepIndex{});
  g.current = &first;
  first.stack_pointer = make_context(tls[0].stack_top, &begin_main, &first);
  switch_context(&g.base_stack_pointer, first.stack_pointer, tls[0].fs);
  g.mode = Mode::Early;
  g.current = &agent(kMainAgent);
}

}  // namespace skein::runtime
