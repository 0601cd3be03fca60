// SPDX-License-Identifier: Apache-2.0
// ModelMachine as a DetailedRunner. The machine can return to any step of its run at little cost,
// so it reads the values from the states just before and just after a step.
#include <algorithm>

#include "machine/model/model_machine.hpp"

namespace skein {

namespace {

bool is_about_memory(OpKind kind) {
  switch (kind) {
    case OpKind::AtomicLoad:
    case OpKind::AtomicStore:
    case OpKind::AtomicRmw:
    case OpKind::PlainLoad:
    case OpKind::PlainStore:
    case OpKind::FutexWait: return true;
    default: return false;
  }
}

}  // namespace

Place ModelMachine::place_of(SiteId site) {
  if (site.index() >= program_.sites.size()) return {};
  const Site& s = program_.sites[site.index()];
  Place place;
  place.path = program_.file;
  place.file = program_.file;
  place.line = static_cast<std::uint32_t>(s.line);
  place.text = program_.texts[s.text];
  return place;
}

DetailedRun ModelMachine::run_detailed(const Plan& plan) {
  DetailedRun details;
  details.run = run(plan);
  const auto stack_of = [&](AgentId agent, SiteId site) {
    Stack stack;
    if (site.index() >= program_.sites.size()) return stack;
    stack.push_back(place_of(site));
    stack.back().function = names_.body_name(agent);
    return stack;
  };
  Plan part;
  for (const Step& step : details.run.steps) part.prefix.push_back(step.move());
  const auto cell_after = [&](std::size_t steps, ObjectId object) {
    part.bounds.steps = static_cast<std::uint32_t>(steps);
    static_cast<void>(run(part));
    return state_.cells()[object.value];
  };
  for (std::size_t i = 0; i < details.run.steps.size(); ++i) {
    const Step& step = details.run.steps[i];
    StepDetails& out = details.steps.emplace_back();
    out.stack = stack_of(step.agent, step.site);
    if (!is_about_memory(step.op.kind) || step.op.first.value >= program_.visible_cells) continue;
    out.size = sizeof(std::int64_t);
    out.before = cell_after(i, step.op.first);
    out.after = cell_after(i + 1, step.op.first);
  }
  for (const Violation& violation : details.run.violations) {
    details.violations.emplace_back().stack = stack_of(violation.agent, violation.site);
  }
  for (const Pending& pending : details.run.pending) {
    details.waiting.push_back(stack_of(pending.agent, pending.site));
  }
  return details;
}

}  // namespace skein
