// SPDX-License-Identifier: Apache-2.0
#include "machine/states_machine.hpp"

#include <algorithm>

#include "core/ensure.hpp"

namespace skein {

ValueId& StatesMachine::value(ObjectId x) {
  if (x.index() >= values_.size()) {
    values_.resize(x.index() + 1);
    writers_.resize(x.index() + 1);
    is_known_.resize(x.index() + 1);
  }
  if (is_known_[x.index()] == 0) {
    is_known_[x.index()] = 1;
    values_[x.index()] = system_.initial_value(x);
  }
  return values_[x.index()];
}

void StatesMachine::list_pending() {
  pending_.clear();
  enabled_.clear();
  std::vector<ValueId> touched;
  for (std::uint32_t a = 0; a < locals_.size(); ++a) {
    const Transition* const transition = system_.transition(locals_[a]);
    if (transition == nullptr) continue;
    touched.clear();
    for (const Touch& t : transition->touches) touched.push_back(value(t.object));
    Pending p;
    p.agent = AgentId{a};
    p.op = operation_of(*transition);
    p.site = transition->site;
    const std::uint32_t choices = system_.choices(locals_[a], touched);
    p.choices = std::max(choices, 1U);
    p.is_enabled = choices > 0;
    // The object it waits for, not what it will do then.
    if (!p.is_enabled && !transition->gate.is_none()) {
      p.op = Operation{OpKind::MutexLock, transition->gate, ObjectId{}};
    }
    if (p.is_enabled && needs_enabler(p.op.kind)) p.enabler = writers_[p.op.first.index()];
    pending_.push_back(p);
    if (p.is_enabled) enabled_.push_back(p);
  }
}

Operation operation_of(const Transition& what) {
  Operation op;
  op.kind = what.kind;
  if (!what.touches.empty()) op.first = what.touches[0].object;
  if (what.touches.size() > 1 && traits(what.kind).second != Access::None) {
    op.second = what.touches[1].object;
  }
  return op;
}

void record_gate(Step& step, const StateSystem& system, ValueId before, ValueId after) {
  const std::optional<LockState> was = system.lock_state(before);
  const std::optional<LockState> is = system.lock_state(after);
  if (!was || !is) return;
  step.gate_before = was->is_open;
  step.gate_after = is->is_open;
  step.shared = static_cast<std::int8_t>(is->readers > was->readers   ? 1
                                         : is->readers < was->readers ? -1
                                                                      : 0);
}

void StatesMachine::step(Move move, Step& step) {
  const std::size_t a = move.agent.index();
  const Transition* const transition = system_.transition(locals_[a]);
  std::vector<ValueId> touched;
  for (const Touch& t : transition->touches) touched.push_back(value(t.object));
  const Outcome& outcome = system_.execute(locals_[a], touched, move.choice);
  const StepIndex here{run_.steps.size() - 1};
  for (std::size_t i = 0; i < transition->touches.size(); ++i) {
    if (transition->touches[i].access != Access::Write) continue;
    if (transition->touches[i].object == gate_object(step.op)) {
      record_gate(step, system_, touched[i], outcome.values[i]);
    }
    values_[transition->touches[i].object.index()] = outcome.values[i];
    writers_[transition->touches[i].object.index()] = here;
  }
  step.value = outcome.value;
  output_ += outcome.output;
  locals_[a] = outcome.local;
  if (!transition->child.is_none()) {
    if (locals_.size() <= transition->child.index()) locals_.resize(transition->child.index() + 1);
    locals_[transition->child.index()] = outcome.born;
  }
  if (outcome.fault) {
    run_.violations.push_back(
        Violation{outcome.fault->facts, move.agent, here, outcome.fault->site});
  }
}

void StatesMachine::follow(const Plan& plan, std::vector<StepDetails>* details) {
  run_ = Run{};
  output_.clear();
  locals_.assign(1, system_.initial_local());
  std::fill(is_known_.begin(), is_known_.end(), 0);
  std::fill(writers_.begin(), writers_.end(), StepIndex{});
  scheduler_.begin(plan);
  if (plan.records_enabled) run_.enabled_from.push_back(0);
  while (true) {
    list_pending();
    if (enabled_.empty()) {
      run_.end = end_of_run();
      break;
    }
    const Decision decision = scheduler_.pick(enabled_);
    if (decision.is_stop || run_.steps.size() >= max_steps_) {
      run_.end = decision.is_stop ? decision.end : End::Cut;
      run_.bound = decision.is_stop ? decision.bound : BoundHit::Steps;
      break;
    }
    if (plan.records_enabled) {
      run_.enabled.insert(run_.enabled.end(), enabled_.begin(), enabled_.end());
      run_.enabled_from.push_back(static_cast<std::uint32_t>(run_.enabled.size()));
    }
    const auto p = std::find_if(enabled_.begin(), enabled_.end(), [&](const Pending& candidate) {
      return candidate.agent == decision.move.agent;
    });
    Step& s = run_.steps.emplace_back();
    s.agent = decision.move.agent;
    s.op = p->op;
    s.choice = decision.move.choice;
    s.choices = p->choices;
    s.enabler = p->enabler;
    s.site = p->site;
    s.is_preemption = decision.is_preemption;
    if (details != nullptr) details->emplace_back().stack = stack_of(s.agent);
    step(decision.move, s);
    scheduler_.took(s);
  }
  run_.pending = pending_;
}

DetailedRun StatesMachine::run_detailed(const Plan& plan) {
  DetailedRun details;
  follow(plan, &details.steps);
  details.run = run_;
  for (const Violation& v : details.run.violations) {
    Place place = place_of(v.site);
    Stack& stack = details.violations.emplace_back().stack;
    if (place.line != 0) stack.push_back(std::move(place));
  }
  for (const Pending& p : details.run.pending) details.waiting.push_back(stack_of(p.agent));
  return details;
}

Place StatesMachine::place_of(SiteId site) {
  return site.is_none() || !text_.place ? Place{} : text_.place(site);
}

Stack StatesMachine::stack_of(AgentId agent) const {
  return text_.stack ? text_.stack(locals_[agent.index()]) : Stack{};
}

End StatesMachine::end_of_run() const {
  if (!run_.violations.empty()) return End::Violation;
  for (const ValueId local : locals_) {
    if (!local.is_absent() && system_.is_assumed_away(local)) return End::Blocked;
  }
  return pending_.empty() ? End::Completed : End::Deadlock;
}

}  // namespace skein
