// SPDX-License-Identifier: Apache-2.0
#include "machine/model/model_machine.hpp"

#include <algorithm>
#include <utility>

#include "core/check.hpp"

namespace skein {

namespace {
constexpr std::size_t kFirstCapacity = 8;  // agents
}

ModelMachine::ModelMachine(ModelProgram program, Options options)
    : program_(std::move(program)), options_(options) {
  check(!program_.bodies.empty(), "a model program without main");
  constants_.assign(program_.constants.rbegin(), program_.constants.rend());
  constants_end_ = constants_.data() + constants_.size();
  turns_.resize(program_.sync.size());
  AgentName main;
  main.life = ObjectId{program_.static_objects()};
  agents_.push_back(std::move(main));
  dynamic_objects_.push_back(DynamicObject{true, kMainAgent.value, 0});
  state_.reset(program_, kFirstCapacity, agents_[0].life);
  save_initial_state();
}

void ModelMachine::save_initial_state() {
  State initial;
  initial.reset(program_, state_.capacity(), agents_[0].life);
  snapshots_.configure(initial.bytes());
  snapshots_.take(0, initial.data());
}

// How many steps of the run before the plan asks for again, within its bounds.
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

// Makes state and run what they were after the first `position` steps of the run before.
void ModelMachine::go_back_to(std::size_t position) {
  check(position <= run_.steps.size(), "cannot go back to what never was");
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
    check(again.op == before.op, "the model machine did not repeat a step");
  }
  is_catching_up_ = false;
  is_enabled_stale_ = true;
}

void ModelMachine::step(AgentId agent, std::uint32_t choice, Step& step) {
  const std::uint32_t a = agent.value;
  const Pending& p = state_.pending()[a];
  step.agent = agent;
  step.op = p.op;
  step.choice = choice;
  step.choices = p.choices;
  step.enabler = p.enabler;
  step.site = p.site;
  AgentState& s = state_.agent(a);
  const Instruction& in = program_.code[s.pc];
  ++s.pc;
  state_.watch()[a] = kNobody;
  execute(a, in, choice, step);
  if (state_.agent(a).status == AgentStatus::Active) run_local(a);
}

void ModelMachine::update_enabled(AgentId stepped) {
  const Pending* const pending = state_.pending();
  if (!is_enabled_stale_ && pending[stepped.value].is_enabled) {
    for (std::size_t i = 0; i < enabled_count_; ++i) {
      if (enabled_[i].agent == stepped) {
        enabled_[i] = pending[stepped.value];
        return;
      }
    }
  }
  const std::size_t limit = state_.limit();
  if (enabled_.size() < limit) enabled_.resize(limit);
  std::size_t n = 0;
  for (std::size_t a = 0; a < limit; ++a) {
    enabled_[n] = pending[a];
    n += pending[a].is_enabled ? 1 : 0;
  }
  enabled_count_ = n;
  is_enabled_stale_ = false;
}

const Run& ModelMachine::run(const Plan& plan) {
  const std::size_t common = common_prefix(plan);
  is_consistent_ = false;
  go_back_to(common);
  run_.shared_prefix = common;
  run_.enabled_from.resize(plan.records_enabled ? common + 1 : 0);
  run_.enabled.resize(plan.records_enabled ? run_.enabled_from.back() : 0);
  scheduler_.begin(plan, std::span<const Step>(run_.steps));
  update_enabled(kMainAgent);
  while (true) {
    if (enabled_count_ == 0) {
      finish(end_of_run(), BoundHit::None);
      break;
    }
    const Decision decision =
        scheduler_.pick(std::span<const Pending>(enabled_.data(), enabled_count_));
    if (decision.is_stop) {
      finish(decision.end, decision.bound);
      break;
    }
    if (run_.steps.size() >= options_.max_steps) {
      finish(End::Cut, BoundHit::Steps);
      break;
    }
    if (plan.records_enabled) {
      run_.enabled.insert(run_.enabled.end(), enabled_.begin(),
                          enabled_.begin() + static_cast<std::ptrdiff_t>(enabled_count_));
      run_.enabled_from.push_back(static_cast<std::uint32_t>(run_.enabled.size()));
    }
    position_ = static_cast<std::uint32_t>(run_.steps.size());
    Step& s = run_.steps.emplace_back();
    s.is_preemption = decision.is_preemption;
    step(decision.move.agent, decision.move.choice, s);
    scheduler_.took(s);
    update_enabled(decision.move.agent);
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
  for (std::uint32_t a = 0; a < state_.limit(); ++a) {
    if (state_.agent(a).status == AgentStatus::Active) run_.pending.push_back(state_.pending()[a]);
  }
}

End ModelMachine::end_of_run() const {
  if (!run_.violations.empty()) return End::Violation;
  End end = End::Completed;
  for (std::uint32_t a = 0; a < state_.limit(); ++a) {
    const AgentStatus status = state_.agent(a).status;
    if (status == AgentStatus::Assumed) return End::Blocked;
    if (status == AgentStatus::Active) end = End::Deadlock;
  }
  return end;
}

}  // namespace skein
