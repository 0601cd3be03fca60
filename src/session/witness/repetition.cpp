// SPDX-License-Identifier: Apache-2.0
#include "session/witness/repetition.hpp"

#include <algorithm>
#include <optional>

#include "core/ensure.hpp"
#include "findings/minimise.hpp"
#include "findings/schedule.hpp"
#include "machine/native/native_machine.hpp"
#include "machine/native/section_entries.hpp"
#include "session/restarts.hpp"
#include "session/witness/program_output.hpp"
#include "session/witness/section_unfolder.hpp"

namespace skein::session {

namespace {

// Longer witnesses get no details for their steps: they are unreadable anyway.
constexpr std::size_t kMostDetailedSteps = 100'000;

bool is_same_step(const Step& a, const Step& b) {
  return a.op.kind == b.op.kind && a.choice == b.choice && a.choices == b.choices;
}

// The finding as it appears in a run that shows it, possibly on another machine with other numbers.
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
  // Long witnesses take long to run, and their single steps matter less.
  constexpr std::size_t kMostSteps = 2'000;
  if (finding.steps.size() > kMostSteps) return {finding, std::nullopt};
  Effort effort;
  effort.is_over = is_over;
  Improved result{minimised(finding, machine, bounds, effort), std::nullopt};
  result.lost_at = point_of_no_return(result.finding, machine, bounds, effort);
  return result;
}

// A race makes more accesses visible (RaceMode::Explore), and then the witness would be a different
// one. So visibility stays as it was when the witness was found, which `watched` records.
NativeOptions for_witness(NativeOptions options) {
  if (options.races == channel::RaceMode::Explore) options.races = channel::RaceMode::Report;
  options.learns_dead_values = false;
  return options;
}

// A new process of the program, for one run of a witness. What the program prints can be kept.
class FreshProcess {
 public:
  FreshProcess(const NativeOptions& options, bool keeps_output)
      : machine_(with_output(for_witness(options), keeps_output)) {}

  // Runs again whenever the machine asks for a restart. Only the output of the last run is kept.
  void repeat(const std::function<void(NativeMachine&)>& run) {
    repeat_until_settled([&] {
      capture_.clear();
      run(machine_);
    });
  }
  [[nodiscard]] const Names& names() const { return machine_.names(); }
  [[nodiscard]] std::string output() const { return capture_.text(); }

 private:
  NativeOptions with_output(NativeOptions options, bool keeps_output) const {
    if (keeps_output) capture_.attach(options);
    return options;
  }

  OutputCapture capture_;
  NativeMachine machine_;
};

// Improves the witness of a real program in the process that explored it: the exploration is over,
// and its numbers stay as they are. Empty if the witness cannot be shown there.
std::optional<Improved> improve_in(NativeMachine& machine, const Finding& finding, const Plan& plan,
                                   const Bounds& bounds, const std::function<bool()>& is_over) {
  try {
    const Run& run = machine.run(plan);
    if (!shows(run, finding)) return std::nullopt;
    return improve(as_seen_in(run, finding), machine, bounds, is_over);
  } catch (const UserError&) {
    return std::nullopt;
  } catch (const ExplorationRestart&) {
    return std::nullopt;
  }
}

// A separate process is needed only for a witness found before the exploration restarted: more
// accesses are steps of the exploring machine now, and it cannot forget what it has learned.
Improved improve_native(const NativeOptions& options, NativeMachine& explored,
                        const Finding& finding, const Bounds& bounds,
                        const std::function<bool()>& is_over) {
  const auto is_late = [&] { return is_over() || (options.is_over && options.is_over()); };
  std::optional<Improved> better;
  try {
    if (explored.watched_count() == finding.watched) {
      Plan plan = plan_of_witness(finding, bounds);
      plan.prefix = moves_of(finding.steps);  // in the numbers of this machine
      explored.stop_learning();
      explored.set_is_over(is_late);
      better = improve_in(explored, finding, plan, bounds, is_over);
    }
    if (!better) {
      NativeOptions hurried = for_witness(options);
      hurried.is_over = is_late;
      NativeMachine machine(hurried);
      better = improve_in(machine, finding, plan_of_witness(finding, bounds), bounds, is_over);
    }
  } catch (const UserError&) {
    better.reset();
  } catch (const Stopped&) {  // in the middle of a run that takes too long
    better.reset();
  }
  explored.set_is_over(options.is_over);
  return better ? std::move(*better) : Improved{finding, std::nullopt};
}

// The detailed run of the plan, if it shows the finding.
std::optional<WitnessRecord> record_run(FreshProcess& process, const Plan& plan,
                                        const Finding& finding,
                                        const std::function<bool(const Run&)>& is_shown) {
  DetailedRun details;
  process.repeat([&](NativeMachine& machine) { details = machine.run_detailed(plan); });
  if (!is_shown(details.run)) return std::nullopt;
  Finding seen = as_seen_in(details.run, finding);
  seen.is_repeated = true;
  return WitnessRecord{make_counterexample(seen, process.names(), &details), process.output()};
}

// Whether a run with other steps than the finding's shows the same bug.
bool shows_bug(const Run& run, const Finding& finding) {
  return finding.is_deadlock ? run.end == End::Deadlock : same_violation(run, finding) != nullptr;
}

// The options of a machine in which every lock is a step.
NativeOptions with_every_lock(NativeOptions options) {
  options.reduces_sections = false;
  options.watched = without_sections(options.watched);
  return options;
}

// The detailed run of a witness of sections, as a schedule in which every lock is a step.
// `watched`: what the machine of the witness had learned.
std::optional<WitnessRecord> record_unfolded(FreshProcess& process,
                                             const std::vector<std::uint64_t>& watched,
                                             const Improved& witness, const WitnessRequest& request,
                                             SectionUnfolder::Stepless stepless) {
  constexpr std::size_t kMostSteps = 2'000;
  const Finding& finding = witness.finding;
  if (finding.steps.size() > kMostSteps || finding.is_cut) return std::nullopt;
  Plan plan;
  plan.bounds = request.bounds;
  std::optional<std::size_t> lost_at;
  process.repeat([&](NativeMachine& machine) {
    SectionUnfolder unfolder(finding.steps, watched, machine, stepless);
    plan.prefix.clear();
    if (!unfolder.unfold()) return;
    plan.prefix = unfolder.moves();
    if (witness.lost_at) lost_at = unfolder.moves_for(*witness.lost_at);
  });
  if (plan.prefix.empty()) return std::nullopt;
  std::optional<WitnessRecord> record =
      record_run(process, plan, finding, [&](const Run& run) { return shows_bug(run, finding); });
  if (!record) return std::nullopt;
  record->counterexample.lost_at = lost_at;
  record->counterexample.watched = without_sections(watched);
  return record;
}

// The detailed run, in a new process.
std::optional<WitnessRecord> record_native(const NativeOptions& options, const Improved& witness,
                                           const WitnessRequest& request) {
  const Finding& finding = witness.finding;
  try {
    if (has_section_steps(options)) {
      using enum SectionUnfolder::Stepless;
      FreshProcess process(with_every_lock(options), request.wants_output);
      for (const auto stepless : {Late, Early}) {
        auto record = record_unfolded(process, options.watched, witness, request, stepless);
        if (record) return record;
      }
    }
    FreshProcess process(options, request.wants_output);
    std::optional<WitnessRecord> record =
        record_run(process, plan_of_witness(finding, request.bounds), finding,
                   [&](const Run& run) { return shows(run, finding); });
    if (!record) return std::nullopt;
    record->counterexample.lost_at = witness.lost_at;
    record->counterexample.watched = options.watched;
    record->counterexample.has_section_steps = has_section_steps(options);
    return record;
  } catch (const UserError&) {
    return std::nullopt;
  } catch (const Stopped&) {
    return std::nullopt;
  }
}

WitnessRecord record_of_native(Program& program, const Finding& finding,
                               const WitnessRequest& request) {
  const auto is_left = [&] { return !program.is_over || !program.is_over(); };
  auto* explored = dynamic_cast<NativeMachine*>(program.machine.get());
  ensure(explored != nullptr, "a real program without its machine");
  if (finding.steps.size() <= kMostDetailedSteps) {
    const Improved better = improve_native(program.native_options(), *explored, finding,
                                           request.bounds, request.is_over);
    if (auto record = record_native(program.native_options(), better, request)) {
      return std::move(*record);
    }
    if (is_left()) {
      if (auto record = record_native(program.native_options(), {finding, {}}, request)) {
        return std::move(*record);
      }
    }
  }
  // Recording may have changed the program's behaviour: once more, without it.
  Finding seen = finding;
  Repetition again;
  if (is_left()) {
    again = repeat(program.native_options(), finding, request);
    seen.is_repeated = again.is_repeated;
  }
  // In a hurry, long witnesses take too long.
  constexpr std::size_t kMostStepsInAHurry = 30'000;
  WitnessRecord record{is_left() || finding.steps.size() <= kMostStepsInAHurry
                           ? make_counterexample(seen, program.machine->names(), nullptr)
                           : make_brief_counterexample(seen, program.machine->names()),
                       std::move(again.output)};
  record.counterexample.watched = program.native_options().watched;
  record.counterexample.has_section_steps = has_section_steps(program.native_options());
  return record;
}

}  // namespace

std::vector<std::uint64_t> watched_when_seen(const Finding& finding,
                                             const std::vector<std::uint64_t>& watched) {
  const std::size_t count = std::min(watched.size(), finding.watched);
  return {watched.begin(), watched.begin() + static_cast<long>(count)};
}

std::optional<Counterexample> first_details(const NativeOptions& options, const Finding& finding,
                                            const Bounds& bounds) {
  if (finding.steps.size() > kMostDetailedSteps) return std::nullopt;
  auto record = record_native(options, {finding, {}}, {bounds, false, {}});
  if (!record) return std::nullopt;
  return std::move(record->counterexample);
}

bool shows(const Run& run, const Finding& finding) {
  // The run that showed the violation may have stopped early, as redundant: the same schedule
  // continues where it stopped.
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

Repetition repeat(const NativeOptions& options, const Finding& finding,
                  const WitnessRequest& request) {
  const Plan plan = plan_of_witness(finding, request.bounds);
  try {
    FreshProcess process(options, request.wants_output);
    bool is_same = false;
    process.repeat([&](NativeMachine& machine) { is_same = shows(machine.run(plan), finding); });
    return {is_same, process.output()};
  } catch (const UserError&) {
    return {false, ""};
  } catch (const Stopped&) {
    return {};  // half of the output would look like all of it
  }
}

WitnessRecord record_witness(Program& program, const Finding& finding,
                             const WitnessRequest& request) {
  if (program.native) return record_of_native(program, finding, request);
  auto* runner = dynamic_cast<DetailedRunner*>(program.machine.get());
  if (runner == nullptr || finding.steps.size() > kMostDetailedSteps) {
    return {make_counterexample(finding, program.machine->names(), nullptr), ""};
  }
  const Improved better = improve(finding, *program.machine, request.bounds, request.is_over);
  Plan plan;
  plan.prefix = moves_of(better.finding.steps);
  plan.bounds = request.bounds;
  if (better.finding.is_cut) {
    plan.bounds.steps = static_cast<std::uint32_t>(better.finding.steps.size());
  }
  const DetailedRun details = runner->run_detailed(plan);
  ensure(shows(details.run, better.finding), "a witness did not show its bug again");
  Counterexample counterexample = make_counterexample(as_seen_in(details.run, better.finding),
                                                      program.machine->names(), &details);
  counterexample.lost_at = better.lost_at;
  return {std::move(counterexample), ""};
}

}  // namespace skein::session
