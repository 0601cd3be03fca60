// SPDX-License-Identifier: Apache-2.0
#include "cli/repetition.hpp"

#include <algorithm>
#include <optional>

#include "cli/restarts.hpp"
#include "core/check.hpp"
#include "findings/minimise.hpp"
#include "findings/schedule.hpp"
#include "machine/native/native_machine.hpp"

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

// A better witness and the point of no return, both in the numbers of `machine`.
struct Improved {
  Finding finding;
  std::optional<std::size_t> lost_at;
};

Improved improve(const Finding& finding, Machine& machine, const Bounds& bounds,
                 const std::function<bool()>& is_over) {
  // Long witnesses take long to run, and nobody looks at each step.
  constexpr std::size_t kMostSteps = 2'000;
  if (finding.steps.size() > kMostSteps) return {finding, std::nullopt};
  Effort effort;
  effort.is_over = is_over;
  Improved result{minimised(finding, machine, bounds, effort), std::nullopt};
  result.lost_at = point_of_no_return(result.finding, machine, bounds, effort);
  return result;
}

// A race makes more visible (RaceMode::Explore), and then the witness would be another one: what is
// visible stays as it was when the witness was found, which `watched` says.
NativeOptions for_witness(NativeOptions options) {
  if (options.races == channel::RaceMode::Explore) options.races = channel::RaceMode::Report;
  options.learns_dead_values = false;
  return options;
}

// The same for a real program: in a process of its own, since what it meets on other ways must not
// disturb the numbers of the exploration.
Improved improve_native(const NativeOptions& options, const Finding& finding, const Bounds& bounds,
                        const std::function<bool()>& is_over) {
  NativeOptions hurried = for_witness(options);
  hurried.is_over = [&] { return is_over() || (options.is_over && options.is_over()); };
  try {
    NativeMachine machine(hurried);
    const Run& run = machine.run(plan_of_witness(finding, bounds));
    if (!shows(run, finding)) return {finding, std::nullopt};
    return improve(as_seen_in(run, finding), machine, bounds, is_over);
  } catch (const UserError&) {
    return {finding, std::nullopt};
  } catch (const ExplorationRestart&) {
    return {finding, std::nullopt};
  } catch (const Stopped&) {  // in the middle of a run that takes too long
    return {finding, std::nullopt};
  }
}

std::optional<Account> tell_native(const NativeOptions& options, const Finding& finding,
                                   const Bounds& bounds) {
  const Plan plan = plan_of_witness(finding, bounds);
  try {
    NativeMachine machine(for_witness(options));
    ToldRun told;
    repeat_until_settled([&] { told = machine.tell(plan); });
    if (!shows(told.run, finding)) return std::nullopt;
    Finding seen = as_seen_in(told.run, finding);
    seen.is_repeated = true;
    return make_account(seen, machine.names(), &told);
  } catch (const UserError&) {
    return std::nullopt;
  } catch (const Stopped&) {
    return std::nullopt;
  }
}

}  // namespace

bool shows(const Run& run, const Finding& finding) {
  // What showed a violation may have stopped early, as redundant: the same schedule goes on where
  // that one stopped.
  const std::size_t known = finding.steps.size();
  if (run.steps.size() < known || (finding.is_deadlock && run.steps.size() > known)) return false;
  if (!std::equal(finding.steps.begin(), finding.steps.end(), run.steps.begin(), is_same_step)) {
    return false;
  }
  if (finding.is_deadlock) return run.end == End::Deadlock;
  return same_violation(run, finding) != nullptr;
}

Plan plan_of_witness(const Finding& finding, const Bounds& bounds) {
  Plan plan;
  plan.prefix = portable_moves(finding.steps, finding.pending);
  plan.bounds = bounds;
  if (finding.is_cut) plan.bounds.steps = static_cast<std::uint32_t>(finding.steps.size());
  return plan;
}

std::optional<bool> happens_again(const NativeOptions& options, const Finding& finding,
                                  const Bounds& bounds) {
  const Plan plan = plan_of_witness(finding, bounds);
  try {
    NativeMachine machine(for_witness(options));
    bool is_same = false;
    repeat_until_settled([&] { is_same = shows(machine.run(plan), finding); });
    return is_same;
  } catch (const UserError&) {
    return false;
  } catch (const Stopped&) {
    return std::nullopt;
  }
}

Account tell_witness(Program& program, const Finding& finding, const Bounds& bounds,
                     const std::function<bool()>& is_over) {
  const bool is_short = finding.steps.size() <= kMostToldSteps;
  const auto is_left = [&] { return !program.is_over || !program.is_over(); };
  if (program.native) {
    if (is_short) {
      const Improved better = improve_native(*program.native, finding, bounds, is_over);
      if (auto account = tell_native(*program.native, better.finding, bounds)) {
        account->lost_at = better.lost_at;
        return std::move(*account);
      }
      if (is_left()) {
        if (auto account = tell_native(*program.native, finding, bounds)) {
          return std::move(*account);
        }
      }
    }
    // To be watched may have changed what the program does.
    Finding seen = finding;
    if (is_left()) seen.is_repeated = happens_again(*program.native, finding, bounds);
    // What is long takes too long.
    constexpr std::size_t kMostStepsInAHurry = 30'000;
    return is_left() || finding.steps.size() <= kMostStepsInAHurry
               ? make_account(seen, program.machine->names(), nullptr)
               : make_brief_account(seen, program.machine->names());
  }
  auto* teller = dynamic_cast<Teller*>(program.machine.get());
  if (teller == nullptr || !is_short)
    return make_account(finding, program.machine->names(), nullptr);
  const Improved better = improve(finding, *program.machine, bounds, is_over);
  Plan plan;
  plan.prefix = moves_of(better.finding.steps);
  plan.bounds = bounds;
  if (better.finding.is_cut) {
    plan.bounds.steps = static_cast<std::uint32_t>(better.finding.steps.size());
  }
  const ToldRun told = teller->tell(plan);
  check(shows(told.run, better.finding), "a witness did not show its bug again");
  Account account =
      make_account(as_seen_in(told.run, better.finding), program.machine->names(), &told);
  account.lost_at = better.lost_at;
  return account;
}

}  // namespace skein::cli
