// SPDX-License-Identifier: Apache-2.0
#include "findings/auditor.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "core/ensure.hpp"
#include "findings/schedule.hpp"

namespace skein {

namespace {

bool is_same_step(const Step& a, const Step& b) {
  return a.agent == b.agent && a.op == b.op && a.choice == b.choice && a.choices == b.choices &&
         a.enabler == b.enabler && a.gate_before == b.gate_before && a.gate_after == b.gate_after &&
         a.shared == b.shared && a.may_be_idle == b.may_be_idle && a.seen == b.seen &&
         a.operand == b.operand;
}

bool is_first(OpKind kind) { return kind == OpKind::ThreadStart || kind == OpKind::MessageBegin; }
bool is_last(OpKind kind) { return kind == OpKind::ThreadExit || kind == OpKind::MessageEnd; }

}  // namespace

void Auditor::examine(const Plan& plan, const Run& run) {
  examine_steps(plan, run);
  examine_agents(run);
  examine_class(run);
  previous_ = run.steps;
}

void Auditor::examine_steps(const Plan& plan, const Run& run) const {
  const std::size_t followed = std::min(plan.prefix.size(), run.steps.size());
  for (std::size_t i = 0; i < followed; ++i) {
    ensure(run.steps[i].move() == plan.prefix[i], "paranoid: the machine left the plan's prefix");
  }
  ensure(run.steps.size() >= plan.prefix.size() || run.end == End::Cut || run.end == End::Diverged,
         "paranoid: a run ended within the plan's prefix");
  ensure(run.shared_prefix <= std::min(run.steps.size(), previous_.size()),
         "paranoid: more steps shared with the run before than there are");
  for (std::size_t i = 0; i < run.shared_prefix; ++i) {
    ensure(is_same_step(run.steps[i], previous_[i]),
           "paranoid: a step said to be shared with the run before differs");
  }
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    const Step& step = run.steps[i];
    ensure(step.choice < step.choices, "paranoid: a choice beyond its range");
    ensure(step.enabler.is_none() || step.enabler.index() < i,
           "paranoid: a step enabled by a later one");
    const bool is_start_of_main = step.op.kind == OpKind::ThreadStart && step.agent == kMainAgent;
    if (needs_enabler(step.op.kind) && !is_start_of_main) {
      ensure(!step.enabler.is_none(), "paranoid: a step that needs an enabler names none");
    }
    if (needs_gate(step.op.kind)) {
      ensure(step.gate_before, "paranoid: a step went through a closed gate");
    }
  }
}

void Auditor::examine_agents(const Run& run) const {
  std::unordered_map<AgentId, OpKind> last;
  for (const Step& step : run.steps) {
    const auto [entry, is_new] = last.try_emplace(step.agent, step.op.kind);
    ensure(is_new == is_first(step.op.kind), "paranoid: an agent starts once, first of all");
    ensure(is_new || !is_last(entry->second), "paranoid: an agent went on after its end");
    entry->second = step.op.kind;
  }
  if (run.end == End::Completed) {
    // Agents that wait for ever when the process ends are not a deadlock.
    std::unordered_set<AgentId> waiting;
    for (const Pending& pending : run.pending) {
      ensure(!pending.is_enabled, "paranoid: a completed run with an enabled operation");
      waiting.insert(pending.agent);
    }
    bool has_finished = false;
    for (const auto& [agent, kind] : last) {
      has_finished = has_finished || is_last(kind);
      ensure(is_last(kind) || waiting.contains(agent),
             "paranoid: a completed run with an unfinished agent");
    }
    ensure(has_finished, "paranoid: a completed run without a finished agent");
  }
  if (run.end == End::Deadlock) {
    ensure(!run.pending.empty(), "paranoid: a deadlock without a waiting agent");
    for (const Pending& pending : run.pending) {
      ensure(!pending.is_enabled, "paranoid: a deadlock with an enabled operation");
    }
  }
}

void Auditor::examine_class(const Run& run) {
  const auto events = events_.add(run.steps);
  if (!is_optimal_) return;
  ensure(run.end != End::Asleep, "paranoid: a redundant run in an optimal exploration");
  if (!run.is_complete()) return;
  ensure(classes_.insert(class_of(events)).second,
         "paranoid: two equivalent runs in an optimal exploration");
}

void Auditor::examine_total(const Explorer& explorer) const {
  if (explorer.events() != events_.events().size()) {
    throw InternalError("paranoid: the explorer counts " + std::to_string(explorer.events()) +
                        " events, there are " + std::to_string(events_.events().size()));
  }
}

}  // namespace skein
