// SPDX-License-Identifier: Apache-2.0
#include "session/prove/abstract_trace.hpp"

#include <map>
#include <utility>

#include "machine/states_machine.hpp"
#include "prefix/linearisation.hpp"
#include "session/verify/race_violation.hpp"

namespace skein::session {

namespace {

Finding finding_of(std::vector<Step> steps) {
  Finding finding;
  finding.steps = std::move(steps);
  finding.times = 1;
  for (std::size_t i = 1; i < finding.steps.size(); ++i) {
    if (finding.steps[i].agent != finding.steps[i - 1].agent) ++finding.switches;
  }
  return finding;
}

}  // namespace

std::vector<Step> AbstractTrace::steps_of(std::span<const PrefixEventId> events) const {
  std::vector<Step> steps;
  std::map<ObjectId, StepIndex> writers;
  for (const PrefixEventId e : events) {
    const Prefix::Event& event = prefix_[e];
    if (event.kind == OpKind::Choose) continue;  // an input that is divided: a part of the step
    const Transition& what = *system_.transition(prefix_.chains()[event.before].value);
    Step step;
    step.agent = event.agent;
    step.op = operation_of(what);
    step.site = event.site;
    if (needs_enabler(step.op.kind)) step.enabler = writers[step.op.first];
    for (const Touch& touch : what.touches) {
      if (touch.access == Access::Write) writers[touch.object] = StepIndex{steps.size()};
    }
    for (const PrefixTouch& touched : event.touched) {
      const ObjectId object = prefix_.object_of(touched.component);
      if (object.is_none() || object != gate_object(step.op)) continue;
      record_gate(step, system_, prefix_.chains()[touched.saw].value, touched.value);
    }
    steps.push_back(step);
  }
  return steps;
}

DetailedRun AbstractTrace::detailed(const Finding& finding) const {
  DetailedRun details;
  const auto stack_at = [&](SiteId site) {
    const Place place = system_.place_of(site);
    return place.line == 0 ? Stack{} : Stack{place};
  };
  details.run.steps = finding.steps;
  details.run.pending = finding.pending;
  for (const Step& step : finding.steps) details.steps.push_back({stack_at(step.site), {}, {}, 0});
  for (const Pending& pending : finding.pending) {
    details.waiting.push_back(stack_at(pending.site));
  }
  if (!finding.is_deadlock) {
    details.run.violations = {finding.violation};
    details.violations.emplace_back().stack = stack_at(finding.violation.site);
  }
  return details;
}

Counterexample AbstractTrace::of_fault(PrefixEventId event) const {
  Finding finding = finding_of(steps_of(Linearisation(prefix_).of(event)));
  const Fault& fault = *prefix_[event].fault;
  finding.violation =
      Violation{fault.facts, prefix_[event].agent, StepIndex{finding.steps.size() - 1}, fault.site};
  const DetailedRun details = detailed(finding);
  Counterexample trace = make_counterexample(finding, system_, &details);
  trace.known = fault.known;
  return trace;
}

Counterexample AbstractTrace::of_deadlock(const Standstill& standstill) const {
  Finding finding = finding_of(steps_of(Linearisation(prefix_).of(standstill.view)));
  finding.is_deadlock = true;
  for (const ComponentId c : prefix_.agents()) {
    const Transition* const next = system_.transition(prefix_.value(standstill.view, c));
    if (next == nullptr) continue;
    Pending pending;
    pending.agent = next->agent;
    pending.op = operation_of(*next);
    // The object it waits for, not what it will do then.
    if (!next->gate.is_none()) pending.op = {OpKind::MutexLock, next->gate, ObjectId{}};
    pending.site = next->site;
    finding.pending.push_back(pending);
  }
  const DetailedRun details = detailed(finding);
  return make_counterexample(finding, system_, &details);
}

Counterexample AbstractTrace::of_race(const PrefixRace& race) const {
  std::vector<PrefixEventId> events = Linearisation(prefix_).of(race.before);
  events.push_back(race.first);
  events.push_back(race.second);
  Finding finding = finding_of(steps_of(events));
  const std::string object = system_.memory_name(race.address);
  finding.violation =
      Violation{facts_of(race, prefix_, system_, object), prefix_[race.second].agent,
                StepIndex{events.size() - 1}, prefix_[race.second].site};
  DetailedRun details = detailed(finding);
  const RaceSides sides{race.first_access, race.second_access, race.address,
                        prefix_[race.first].agent, prefix_[race.first].site};
  details.violations = {details_of(sides, object, system_.memory_whole(race.address), details)};
  return make_counterexample(finding, system_, &details);
}

}  // namespace skein::session
