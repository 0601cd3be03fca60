#include "cli/repetition.hpp"

#include <algorithm>

#include "cli/restarts.hpp"
#include "findings/schedule.hpp"
#include "machine/native/native_machine.hpp"
#include "model/check.hpp"

namespace skein::cli {

namespace {

bool is_same_step(const Step& a, const Step& b) {
  return a.op.kind == b.op.kind && a.choice == b.choice && a.choices == b.choices;
}

bool shows(const Run& run, const Finding& finding) {
  if (!std::equal(run.steps.begin(), run.steps.end(), finding.steps.begin(), finding.steps.end(),
                  is_same_step)) {
    return false;
  }
  if (finding.is_deadlock) return run.end == End::Deadlock;
  return std::any_of(run.violations.begin(), run.violations.end(), [&](const Violation& v) {
    return v.kind == finding.violation.kind && v.message == finding.violation.message;
  });
}

}  // namespace

Plan plan_of_witness(const Finding& finding, const Bounds& bounds) {
  Plan plan;
  plan.prefix = portable_moves(finding.steps, finding.pending);
  plan.bounds = bounds;
  return plan;
}

bool happens_again(const NativeOptions& options, const Finding& finding, const Bounds& bounds) {
  const Plan plan = plan_of_witness(finding, bounds);
  try {
    NativeMachine machine(options);
    bool is_same = false;
    explore_until_settled([&] { is_same = shows(machine.run(plan), finding); });
    return is_same;
  } catch (const UserError&) {
    return false;
  }
}

}  // namespace skein::cli
