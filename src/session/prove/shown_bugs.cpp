// SPDX-License-Identifier: Apache-2.0
#include "session/prove/shown_bugs.hpp"

#include <utility>
#include <vector>

#include "report/counterexample.hpp"
#include "session/program/bitcode.hpp"
#include "session/program/input_range.hpp"
#include "session/verify/race_violation.hpp"
#include "session/verify/verified_prefix.hpp"
#include "session/witness/native_witness.hpp"

namespace skein::session {

ShownBugs::Concrete::Concrete(const ir::Program& program, const ir::SystemOptions& options)
    : system(program, options),
      machine(system,
              StatesMachine::Text{[this](SiteId site) { return system.place_of(site); },
                                  [this](ValueId local) { return system.stack_of(local); }}) {}

ir::SystemOptions ShownBugs::options_for(const InputWitness& witness) const {
  ir::SystemOptions options =
      system_options_of(settings_.program, settings_.prefix, settings_.properties);
  // A thread that is not scheduled may stand at one.
  options.inputs = witness.values.empty() ? std::vector{InputRange{}} : witness.values;
  options.reals_are_whole = true;
  return options;
}

DetailedRun ShownBugs::run(StatesMachine& machine, const InputWitness& witness) {
  Plan plan;
  plan.bounds.steps = static_cast<std::uint32_t>(witness.moves.size());
  plan.prefix = witness.moves;
  return machine.run_detailed(plan);
}

bool ShownBugs::add(const InputWitness& witness) {
  Concrete concrete(program_, options_for(witness));
  DetailedRun details = run(concrete.machine, witness);
  const Run as_run = details.run;
  return report(concrete, as_run, details, witness);
}

bool ShownBugs::add_race(const InputWitness& witness, const PrefixRace& race,
                         const Prefix& prefix) {
  Concrete concrete(program_, options_for(witness));
  DetailedRun details = run(concrete.machine, witness);
  const Run as_run = details.run;
  // A race is not in the run itself: its last two steps were possible at once.
  Violation violation = violation_of(race, prefix, concrete.system, as_run);
  violation.agent = as_run.steps.back().agent;
  const RaceSides sides{race.first_access, race.second_access, race.address,
                        as_run.steps[as_run.steps.size() - 2].agent, prefix[race.first].site};
  details.run.end = End::Violation;
  details.violations = {details_of(sides, concrete.system.memory_name(race.address),
                                   concrete.system.memory_whole(race.address), details)};
  details.run.violations = {std::move(violation)};
  ++report_.statistics.violations;
  return report(concrete, as_run, details, witness);
}

bool ShownBugs::report(Concrete& concrete, const Run& run, const DetailedRun& details,
                       const InputWitness& witness) {
  DetailedRun shown = details;
  // Any value was possible there, whatever the range of this machine.
  for (const std::size_t i : witness.inputs) shown.run.steps[i].choices = 0;
  const std::size_t before = report_.findings.all().size();
  report_.findings.add(shown.run);
  const std::vector<Finding>& all = report_.findings.all();
  for (std::size_t i = before; i < all.size(); ++i) {
    report_.counterexamples.push_back(
        make_counterexample(all[i], concrete.machine.names(), &shown));
  }
  const bool is_new = all.size() > before;
  acceptance_.apply(report_);
  if (before == 0 && !all.empty()) output_ = concrete.machine.output();
  for (std::size_t i = before; i < all.size(); ++i) {
    replay_natively(concrete.system, run, all[i], witness);
  }
  return is_new || !shown.run.violations.empty();
}

// With the range of inputs that has just those of the witness.
void ShownBugs::replay_natively(const ir::IrSystem& concrete, const Run& run,
                                const Finding& finding, const InputWitness& witness) {
  if (!settings_.output.traces) return;
  VerifySettings settings;
  settings.program = settings_.program;
  if (!witness.values.empty()) {
    settings.program.nondet = input_ranges_text(witness.values);
    set_option(settings.program.schedule_options, "nondet", *settings.program.nondet);
  }
  if (program_.has_unknown_input) take_unknown_input(settings.program);
  settings.prefix = settings_.prefix;
  settings.output = settings_.output;
  NativeWitnesses natively(settings, is_over_);
  proof_.natively.push_back(natively.replay(concrete, run, finding, report_.findings.all().size()));
}

}  // namespace skein::session
