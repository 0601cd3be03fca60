// SPDX-License-Identifier: Apache-2.0
#include "session/prove/prove_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <map>
#include <optional>
#include <utility>

#include "core/ensure.hpp"
#include "machine/ir/builtins.hpp"
#include "machine/states_machine.hpp"
#include "prefix/analyses/deadlocks.hpp"
#include "prefix/analyses/final_cutoffs.hpp"
#include "prefix/analyses/maximal.hpp"
#include "prefix/analyses/prefix_races.hpp"
#include "report/counterexample.hpp"
#include "report/text.hpp"
#include "report/violation_text.hpp"
#include "session/choose_explorer.hpp"
#include "session/os/files.hpp"
#include "session/os/resources.hpp"
#include "session/os/temporary_folder.hpp"
#include "session/program/bitcode.hpp"
#include "session/program/input_range.hpp"
#include "session/prove/abstract_prefix.hpp"
#include "session/prove/abstract_trace.hpp"
#include "session/verify/race_violation.hpp"
#include "session/verify/verified_prefix.hpp"
#include "session/witness/native_witness.hpp"

namespace skein::session {

namespace {

constexpr std::size_t kMostConfigurations = 1'000'000;
constexpr double kMostSecondsToCount = 10;
constexpr double kRefineSeconds = 2;
constexpr const char* kRacesAtOnce =
    "of races, only those of accesses that are possible at once were looked for";

Request request_of(const ProveSettings& settings) {
  Request request;
  request.file = settings.program.file;
  request.params = settings.program.defines;
  request.arguments = settings.program.arguments;
  request.explorer = "abstract";
  request.budget = budget_of(settings.budget);
  request.variant = "all inputs";
  request.folder = current_folder();
  return request;
}

// Operations that depend on others without synchronising with them: attempts that may fail. Behind
// one of these, accesses may race that are never possible at once (prefix_races.hpp).
bool has_attempts(const ir::Program& program) {
  const auto is_attempt = [](const ir::Instruction& in) {
    if (in.code == ir::Code::CmpXchg) return true;
    if (!ir::is_builtin(in)) return false;
    const OpKind kind = ir::traits(ir::builtin_of(in)).first;
    return kind == OpKind::MutexTryLock || kind == OpKind::RwTryReadLock ||
           kind == OpKind::RwTryWriteLock || kind == OpKind::SemTryWait ||
           kind == OpKind::SemGetValue;
  };
  return std::any_of(program.functions.begin(), program.functions.end(), [&](const auto& function) {
    return std::any_of(function.code.begin(), function.code.end(), is_attempt);
  });
}

}  // namespace

ProveSession::ProveSession(const ProveSettings& settings, Observer& observer)
    : settings_(settings),
      observer_(observer),
      limit_(budget_of(settings.budget).seconds),
      looks_for_races_(wants_races(settings.program)),
      so_far_(report_, &proof_) {
  proof_.is_for_all_inputs = true;
  report_.version = SKEIN_VERSION;
  report_.request = request_of(settings);
}

void ProveSession::run() {
  try {
    observer_.keep(so_far_);
    load_and_build();
    if (is_complete_) {
      judge_faults();
      judge_deadlocks();
      if (looks_for_races_) judge_races();
      note_reservations();
    }
    if (report_.statistics.stop != Stop::Exhausted) {
      proof_.missing = "stopped by " + stopped_by(report_);
    }
    complete_statistics();
  } catch (const Stopped&) {
    report_.statistics.stop = TimeLimit::reason();
    proof_.missing = "stopped by " + stopped_by(report_) + " while it was being compiled";
  } catch (const std::exception& error) {
    report_.error = error_text(error);
    throw;
  }
  report_.settled = {verdict_of(report_, proof_), verdict_sentence(report_, proof_)};
}

bool ProveSession::is_enough() {
  if ((++looks_ & 15U) != 0) return report_.statistics.stop != Stop::Exhausted;
  return is_over();
}

bool ProveSession::is_over() {
  if (prefix_) report_.statistics.events = prefix_->statistics().events;
  observer_.look(so_far_);
  if (limit_.is_used_up()) {
    report_.statistics.stop = TimeLimit::reason();
  } else if (resident_kb() > report_.request.budget.memory_kb) {
    report_.statistics.stop = Stop::Memory;
  }
  return report_.statistics.stop != Stop::Exhausted;
}

// What the verdict does not cover, as for `verify`.
void ProveSession::note_reservations() {
  for (std::string& words :
       inputs_in_words(settings_.program, reads_unknown_environment(program_))) {
    report_.reservations.push_back(std::move(words));
  }
  const auto& events = prefix_->events();
  const bool has_wait = std::any_of(events.begin(), events.end(), [&](PrefixEventId e) {
    return (*prefix_)[e].kind == OpKind::CondWait;
  });
  if (has_wait && !settings_.program.spurious_wakeups) {
    report_.reservations.emplace_back(kNoSpuriousWakeups);
  }
  // A plain access that a section sees orders the two, and promises nothing.
  const auto is_section = [&](PrefixEventId e) {
    return system_->is_at_section(prefix_->chains()[(*prefix_)[e].before].value);
  };
  const auto is_plain = [&](PrefixEventId e) {
    const OpKind kind = (*prefix_)[e].kind;
    return (kind == OpKind::PlainLoad || kind == OpKind::PlainStore) && !is_section(e);
  };
  if (looks_for_races_ && !has_attempts(program_) &&
      std::any_of(events.begin(), events.end(), is_section) &&
      std::any_of(events.begin(), events.end(), is_plain)) {
    report_.reservations.emplace_back(kRacesAtOnce);
  }
  // If no run ends or goes on for ever, an assumption ends them all: there is nothing to prove.
  const bool some_run_passes = std::any_of(events.begin(), events.end(), [&](PrefixEventId e) {
    const Prefix::Event& event = (*prefix_)[e];
    if (event.is_cutoff) return true;
    const ValueId local = event.touched.front().value;
    const bool is_over =
        !event.fault && !system_->is_assumed_away(local) && system_->transition(local) == nullptr;
    return is_over && (event.agent == kMainAgent || !local.is_absent());
  });
  if (!report_.unproved.empty() && refiner_ && !refiner_->missing_solver().empty()) {
    report_.gaps.emplace_back("inputs were only drawn at random: " + refiner_->missing_solver());
  }
  const bool is_clean = report_.findings.is_empty() && report_.unproved.empty();
  if (is_clean && !some_run_passes) report_.gaps.emplace_back(kNothingPasses);
}

ir::SystemOptions ProveSession::system_options() const {
  return system_options_of(settings_.program, settings_.prefix, settings_.properties);
}

void ProveSession::load_and_build() {
  std::optional<TemporaryFolder> folder;
  program_ = load_bitcode(
      settings_.program, settings_.prefix.stubs, folder, [this] { return limit_.is_over(); },
      TakesInput::IfRead);
  folder.reset();
  if (program_.has_weak_order) report_.reservations.emplace_back(kNoWeakMemory);
  if (!looks_for_races_) {
    report_.reservations.emplace_back(kNoRaces);
  } else if (has_attempts(program_)) {
    report_.reservations.emplace_back(kRacesAtOnce);
  }
  const double start = monotonic_seconds();
  abstract::ProveOptions how = prove_options_of(settings_.analysis, settings_.properties);
  how.is_over = [this] { return is_building_ && is_over(); };
  system_ = std::make_unique<abstract::AbstractSystem>(program_, system_options(), how);
  Prefix::Options options = prefix_options_of(settings_.prefix);
  options.is_enough = [this] { return is_enough(); };
  is_building_ = true;
  try {
    is_complete_ =
        build_abstract_prefix(*system_, options, prefix_, [this] { return judge_so_far(); });
  } catch (const abstract::OutOfBudget&) {
    // is_over() has said why.
  }
  is_building_ = false;
  report_.statistics.seconds = monotonic_seconds() - start;
}

// A bug is one, whatever comes after it; what is no bug says nothing yet.
bool ProveSession::judge_so_far() {
  is_building_ = false;
  judge_faults();
  is_building_ = true;
  refiner_.reset();
  report_.unproved.clear();
  if (!report_.findings.is_empty()) {
    report_.gaps.emplace_back("the construction ended here");
    return true;
  }
  report_.statistics.violations = 0;
  return false;
}

// Of the cells that are watched: two accesses that are possible at once.
void ProveSession::judge_races() {
  const RaceSearch search = find_races_at_once(*prefix_, [this] { return is_enough(); });
  for (const PrefixRace& race : search.found) {
    WitnessTarget target;
    target.steps = refiner().schedule_of(prefix_->linearise(race.before));
    const PrefixEventId both[] = {race.first, race.second};
    for (const ScheduledStep& step : refiner().schedule_of(both)) target.steps.push_back(step);
    target.is_race = true;
    target.address = race.address;
    if (const auto witness = refiner().find(target); witness && show(*witness, &race)) continue;
    add_warning(AbstractTrace(*prefix_, *system_).of_race(race));
  }
}

// The first of those that say the same.
void ProveSession::add_warning(Counterexample warning) {
  const bool is_known =
      std::any_of(report_.unproved.begin(), report_.unproved.end(),
                  [&](const Counterexample& other) { return other.headline == warning.headline; });
  if (!is_known) report_.unproved.push_back(std::move(warning));
}

WarningRefiner& ProveSession::refiner() {
  if (!refiner_) {
    refiner_ =
        std::make_unique<WarningRefiner>(program_, system_options(), *system_, *prefix_,
                                         settings_.analysis.refine_seconds.value_or(kRefineSeconds),
                                         [this] { return limit_.is_over(); });
  }
  return *refiner_;
}

// Each fault, with the smallest histories first: a bug if inputs show it, nothing if there are none
// that do, else a warning.
void ProveSession::judge_faults() {
  std::map<std::pair<std::string, SiteId>, std::vector<PrefixEventId>> faults;
  for (const PrefixEventId e : prefix_->events()) {
    const auto& fault = (*prefix_)[e].fault;
    if (fault) faults[{violation_text(fault->facts), fault->site}].push_back(e);
  }
  for (const auto& [what, events] : faults) {
    const Judgement judgement = refiner().judge(events);
    if (judgement.is_false) continue;
    report_.statistics.violations += events.size();
    if (judgement.witness && show(*judgement.witness)) continue;
    add_warning(AbstractTrace(*prefix_, *system_).of_fault(events.front()));
  }
}

void ProveSession::judge_deadlocks() {
  const StandstillSearch search = find_deadlocks(*prefix_, [this] { return is_enough(); });
  for (const Standstill& standstill : search.found) {
    ++report_.statistics.deadlocks;
    WitnessTarget target;
    target.steps = refiner().schedule_of(prefix_->linearise(standstill.view));
    if (const auto witness = refiner().find(target); witness && show(*witness)) continue;
    add_warning(AbstractTrace(*prefix_, *system_).of_deadlock(standstill));
  }
}

// As a bug of the report.
bool ProveSession::show(const InputWitness& witness, const PrefixRace* race) {
  ir::SystemOptions options = system_options();
  // A thread that is not scheduled may stand at one.
  options.inputs = witness.values.empty() ? std::vector{InputRange{}} : witness.values;
  options.reals_are_whole = true;
  ir::IrSystem concrete(program_, options);
  StatesMachine machine(
      concrete, StatesMachine::Text{[&](SiteId site) { return concrete.place_of(site); },
                                    [&](ValueId local) { return concrete.stack_of(local); }});
  Plan plan;
  plan.bounds.steps = static_cast<std::uint32_t>(witness.moves.size());
  plan.prefix = witness.moves;
  DetailedRun details = machine.run_detailed(plan);
  const Run run = details.run;
  // Any value was possible there, whatever the range of this machine.
  for (const std::size_t i : witness.inputs) details.run.steps[i].choices = 0;
  if (race != nullptr) {
    // A race is not in the run itself: its last two steps were possible at once.
    Violation violation = violation_of(*race, *prefix_, concrete, run);
    violation.agent = run.steps.back().agent;
    const RaceSides sides{race->first_access, race->second_access, race->address,
                          run.steps[run.steps.size() - 2].agent, (*prefix_)[race->first].site};
    details.run.end = End::Violation;
    details.violations = {details_of(sides, concrete.memory_name(race->address), details)};
    details.run.violations = {std::move(violation)};
    ++report_.statistics.violations;
  }
  const std::size_t before = report_.findings.all().size();
  report_.findings.add(details.run);
  if (before == 0) output_ = machine.output();
  const std::vector<Finding>& all = report_.findings.all();
  for (std::size_t i = before; i < all.size(); ++i) {
    report_.counterexamples.push_back(make_counterexample(all[i], machine.names(), &details));
    replay_natively(concrete, run, all[i], witness);
  }
  return all.size() > before || !details.run.violations.empty();
}

// With the range of inputs that has just those of the witness.
void ProveSession::replay_natively(const ir::IrSystem& concrete, const Run& run,
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
  NativeWitnesses natively(settings, [this] { return limit_.is_over(); });
  proof_.natively.push_back(natively.replay(concrete, run, finding, report_.findings.all().size()));
}

void ProveSession::complete_statistics() {
  if (!prefix_) return;
  const Prefix::Statistics& f = prefix_->statistics();
  report_.statistics.events = f.events;
  report_.statistics.longest = f.largest;
  proof_.cutoffs = f.cutoffs;
  proof_.states = f.states;
  if (is_complete_) {
    proof_.final_cutoffs = count_final_cutoffs(*prefix_);
    const double begin = monotonic_seconds();
    const Stop stop = report_.statistics.stop;
    proof_.configurations = count_maximal_configurations(*prefix_, kMostConfigurations, [&] {
      return monotonic_seconds() - begin > kMostSecondsToCount || is_enough();
    });
    report_.statistics.stop = stop;
  }
  report_.statistics.peak_memory_kb = peak_resident_kb();
}

}  // namespace skein::session
