#include "cli/repetition.hpp"

#include <algorithm>
#include <optional>

#include "cli/restarts.hpp"
#include "findings/schedule.hpp"
#include "machine/native/native_machine.hpp"
#include "model/check.hpp"

namespace skein::cli {

namespace {

// Longer witnesses are not told step by step: nobody would read it.
constexpr std::size_t kMostToldSteps = 100'000;

bool is_same_step(const Step& a, const Step& b) {
  return a.op.kind == b.op.kind && a.choice == b.choice && a.choices == b.choices;
}

// The finding as it looks in a run that shows it, maybe of another machine with other numbers.
Finding as_seen_in(const Run& run, const Finding& finding) {
  Finding seen = finding;
  seen.steps = run.steps;
  seen.pending = run.pending;
  seen.switches = count_switches(run.steps);
  if (!finding.is_deadlock) seen.violation = *same_violation(run, finding);
  return seen;
}

std::optional<Account> tell_native(const NativeOptions& options, const Finding& finding,
                                   const Bounds& bounds) {
  const Plan plan = plan_of_witness(finding, bounds);
  try {
    NativeMachine machine(options);
    ToldRun told;
    explore_until_settled([&] { told = machine.tell(plan); });
    if (!shows(told.run, finding)) return std::nullopt;
    Finding seen = as_seen_in(told.run, finding);
    seen.is_repeated = true;
    return make_account(seen, machine, &told);
  } catch (const UserError&) {
    return std::nullopt;
  }
}

}  // namespace

bool shows(const Run& run, const Finding& finding) {
  if (!std::equal(run.steps.begin(), run.steps.end(), finding.steps.begin(), finding.steps.end(),
                  is_same_step)) {
    return false;
  }
  if (finding.is_deadlock) return run.end == End::Deadlock;
  return same_violation(run, finding) != nullptr;
}

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

Account tell_witness(Program& program, const Finding& finding, const Bounds& bounds) {
  const bool is_short = finding.steps.size() <= kMostToldSteps;
  if (program.native) {
    if (is_short) {
      if (auto account = tell_native(*program.native, finding, bounds)) return std::move(*account);
    }
    // To be watched may have changed what the program does.
    Finding seen = finding;
    seen.is_repeated = happens_again(*program.native, finding, bounds);
    return make_account(seen, *program.machine, nullptr);
  }
  auto* teller = dynamic_cast<Teller*>(program.machine.get());
  if (teller == nullptr || !is_short) return make_account(finding, *program.machine, nullptr);
  Plan plan;
  plan.prefix = moves_of(finding.steps);
  plan.bounds = bounds;
  const ToldRun told = teller->tell(plan);
  check(shows(told.run, finding), "a witness did not show its bug again");
  return make_account(as_seen_in(told.run, finding), *program.machine, &told);
}

}  // namespace skein::cli
