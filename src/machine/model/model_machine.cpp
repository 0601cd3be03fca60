// SPDX-License-Identifier: Apache-2.0
#include "machine/model/model_machine.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "core/ensure.hpp"
#include "machine/model/model_outcomes.hpp"

namespace skein {

namespace {

constexpr std::size_t kFirstCapacity = 8;  // agents

// The end of a run in which no operation is enabled any more.
End end_of_run(const Run& run, const State& state) {
  if (!run.violations.empty()) return End::Violation;
  End end = End::Completed;
  for (const AgentId a : state.agents()) {
    const AgentStatus status = state.agent(a).status;
    if (status == AgentStatus::Assumed) return End::Blocked;
    if (status == AgentStatus::Active) end = End::Deadlock;
  }
  return end;
}

}  // namespace

ModelMachine::ModelMachine(ModelProgram program, Options options)
    : program_(std::move(program)), options_(options), names_(program_) {
  ensure(!program_.bodies.empty(), "a model program without main");
  constants_.assign(program_.constants.rbegin(), program_.constants.rend());
  constants_end_ = constants_.data() + constants_.size();
  state_.reset(program_, kFirstCapacity, names_.life_of(kMainAgent));
  save_initial_state();
}

void ModelMachine::save_initial_state() {
  State initial;
  initial.reset(program_, state_.capacity(), names_.life_of(kMainAgent));
  snapshots_.configure(initial.bytes());
  snapshots_.take(0, initial.data());
}

// The number of steps of the previous run that the plan repeats, within its bounds.
std::size_t ModelMachine::common_prefix(const Plan& plan) const {
  if (!options_.snapshots || !is_consistent_) return 0;
  if (plan.records_enabled && run_.enabled_from.empty()) return 0;
  const std::size_t most = std::min(
      {run_.steps.size(), plan.prefix.size(), static_cast<std::size_t>(plan.bounds.steps)});
  const bool counts = plan.bounds.switches != kUnbounded || plan.bounds.preemptions != kUnbounded;
  std::uint32_t switches = 0;
  std::uint32_t preemptions = 0;
  std::size_t n = 0;
  for (; n < most && plan.prefix[n] == run_.steps[n].move(); ++n) {
    if (!counts || n == 0) continue;
    if (run_.steps[n].agent != run_.steps[n - 1].agent) ++switches;
    if (run_.steps[n].is_preemption) ++preemptions;
    if (switches > plan.bounds.switches || preemptions > plan.bounds.preemptions) break;
  }
  return n;
}

// Restores state and run to what they were after the first `position` steps of the previous run.
void ModelMachine::go_back_to(std::size_t position) {
  ensure(position <= run_.steps.size(), "cannot go back to what never was");
  run_.steps.resize(position);
  std::erase_if(run_.violations, [&](const Violation& v) { return v.step.index() >= position; });
  snapshots_.back_to(position);
  state_.restore(snapshots_.state());
  is_catching_up_ = true;
  Step again;
  for (std::size_t i = snapshots_.position(); i < position; ++i) {
    position_ = static_cast<std::uint32_t>(i);
    const Step& before = run_.steps[i];
    again = Step{};
    step(before.agent, before.choice, again);
    ensure(again.op == before.op, "the model machine did not repeat a step");
  }
  is_catching_up_ = false;
  enabled_.mark_stale();
}

void ModelMachine::step(AgentId agent, std::uint32_t choice, Step& step) {
  const Pending& p = state_.pending(agent);
  step.agent = agent;
  step.op = p.op;
  step.choice = choice;
  step.choices = p.choices;
  step.enabler = p.enabler;
  step.site = p.site;
  AgentState& s = state_.agent(agent);
  const Instruction& in = program_.code[s.pc];
  ++s.pc;
  state_.watch(agent) = ObjectId{};
  const ModelOutcomes outcomes(*this);
  step.seen = outcomes.seen(step.op);
  if (!ModelOutcomes::is_plain(in.kind)) {
    set_attempt(step, outcomes.attempt(agent, in, step.op));
  }
  execute(agent, in, choice, step);
  if (state_.agent(agent).status == AgentStatus::Active) run_local(agent);
}

const Run& ModelMachine::run(const Plan& plan) {
  const std::size_t common = common_prefix(plan);
  is_consistent_ = false;
  go_back_to(common);
  run_.shared_prefix = common;
  run_.enabled_from.resize(plan.records_enabled ? common + 1 : 0);
  run_.enabled.resize(plan.records_enabled ? run_.enabled_from.back() : 0);
  scheduler_.begin(plan, std::span<const Step>(run_.steps));
  enabled_.update(state_, kMainAgent);
  while (true) {
    const std::span<const Pending> enabled = enabled_.list();
    if (enabled.empty()) {
      finish(end_of_run(run_, state_), BoundHit::None);
      break;
    }
    const Decision decision = scheduler_.pick(enabled);
    if (decision.is_stop) {
      finish(decision.end, decision.bound);
      break;
    }
    if (run_.steps.size() >= options_.max_steps) {
      finish(End::Cut, BoundHit::Steps);
      break;
    }
    if (plan.records_enabled) {
      for (const Pending& p : enabled) run_.enabled.push_back(ModelOutcomes(*this).resolved(p));
      run_.enabled_from.push_back(static_cast<std::uint32_t>(run_.enabled.size()));
    }
    position_ = static_cast<std::uint32_t>(run_.steps.size());
    Step& s = run_.steps.emplace_back();
    s.is_preemption = decision.is_preemption;
    step(decision.move.agent, decision.move.choice, s);
    scheduler_.took(s);
    enabled_.update(state_, decision.move.agent);
    if (options_.snapshots && snapshots_.is_due(run_.steps.size())) {
      snapshots_.take(run_.steps.size(), state_.data());
    }
  }
  is_consistent_ = true;
  return run_;
}

void ModelMachine::finish(End end, BoundHit bound) {
  run_.end = end;
  run_.bound = bound;
  run_.pending.clear();
  for (const AgentId a : state_.agents()) {
    if (state_.agent(a).status == AgentStatus::Active) {
      run_.pending.push_back(ModelOutcomes(*this).resolved(state_.pending(a)));
    }
  }
}

}  // namespace skein
