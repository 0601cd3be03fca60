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
#include "prefix/analyses/carried_races.hpp"
#include "prefix/analyses/deadlocks.hpp"
#include "prefix/analyses/fixpoint_build.hpp"
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
#include "session/verify/race_violation.hpp"
#include "session/verify/verified_prefix.hpp"
#include "session/witness/native_witness.hpp"

namespace skein::session {

namespace {

constexpr std::size_t kMostConfigurations = 1'000'000;
constexpr double kMostSecondsToCount = 10;
constexpr std::size_t kMostEventsTried = 20;  // that show the same fault
constexpr double kRefineSeconds = 2;

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

abstract::ProveOptions options_of(const ProveSettings& settings) {
  abstract::ProveOptions options;
  options.signed_overflow_is_a_bug = settings.properties.overflow;
  if (settings.analysis.widen) {
    options.widen_after = static_cast<std::uint32_t>(*settings.analysis.widen);
  }
  return options;
}

}  // namespace

ProveSession::ProveSession(const ProveSettings& settings, Observer& observer)
    : settings_(settings),
      observer_(observer),
      limit_(budget_of(settings.budget).seconds),
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
      judge_races();
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
  // If no run ends or goes on for ever, an assumption ends them all: there is nothing to prove.
  const bool some_run_passes = std::any_of(events.begin(), events.end(), [&](PrefixEventId e) {
    const Prefix::Event& event = (*prefix_)[e];
    if (event.is_cutoff) return true;
    const ValueId local = event.touched.front().value;
    const bool is_over =
        !event.fault && !system_->is_assumed_away(local) && system_->transition(local) == nullptr;
    return is_over && (event.agent == kMainAgent || !local.is_absent());
  });
  const bool is_clean = report_.findings.is_empty() && proof_.warnings.empty();
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
  if (has_attempts(program_)) {
    report_.reservations.emplace_back(
        "of races, only those of accesses that are possible at once were looked for");
  }
  const double start = monotonic_seconds();
  abstract::ProveOptions options = options_of(settings_);
  options.is_over = [this] { return is_building_ && is_over(); };
  system_ = std::make_unique<abstract::AbstractSystem>(program_, system_options(), options);
  build();
  // A cell that may race becomes an object, whose accesses are events of their own.
  while (is_complete_ && watch_racy_cells()) {
    system_->begin_again();
    build();
  }
  report_.statistics.seconds = monotonic_seconds() - start;
}

void ProveSession::build() {
  Prefix::Options options = prefix_options_of(settings_.prefix);
  options.is_enough = [this] { return is_enough(); };
  is_complete_ = false;
  is_building_ = true;
  try {
    is_complete_ = build_to_fixpoint(*system_, options, prefix_);
  } catch (const abstract::OutOfBudget&) {
    // is_over() has said why.
  }
  is_building_ = false;
}

// Of the cells that are watched: two accesses that are possible at once.
void ProveSession::judge_races() {
  const RaceSearch search = find_races_at_once(*prefix_, [this] { return is_enough(); });
  for (const PrefixRace& race : search.found) {
    const auto side = [&](PrefixEventId e, const MemoryAccess& access) {
      return fmt::format(
          "{}{} by {} at {}", access.is_atomic ? "atomic " : "", access.is_write ? "write" : "read",
          system_->agent_name((*prefix_)[e].agent), system_->site_text((*prefix_)[e].site));
    };
    WitnessTarget target;
    target.steps = schedule_of(prefix_->linearise(race.before));
    const PrefixEventId both[] = {race.first, race.second};
    for (const ScheduledStep& step : schedule_of(both)) target.steps.push_back(step);
    target.is_race = true;
    target.address = race.address;
    if (show(target, &race)) continue;
    add_warning(fmt::format("data race on {}: {} and {}", system_->memory_name(race.address),
                            side(race.first, race.first_access),
                            side(race.second, race.second_access)));
  }
}

bool ProveSession::watch_racy_cells() {
  const std::vector<CarriedRace> races =
      find_carried_races(*prefix_, [this] { return is_enough(); });
  bool is_new = false;
  for (const CarriedRace& race : races) {
    is_new |= system_->watch(race.first_access.object);
  }
  return is_new;
}

void ProveSession::add_warning(std::string text) {
  std::vector<std::string>& warnings = proof_.warnings;
  if (std::find(warnings.begin(), warnings.end(), text) == warnings.end()) {
    warnings.push_back(std::move(text));
  }
}

std::vector<ScheduledStep> ProveSession::schedule_of(std::span<const PrefixEventId> events) {
  std::vector<ScheduledStep> steps;
  for (const PrefixEventId e : events) {
    const Prefix::Event& event = (*prefix_)[e];
    const Transition* const what = system_->transition(prefix_->chains()[event.before].value);
    steps.push_back({event.agent, event.kind, event.site, what->child});
  }
  return steps;
}

// Each fault, with the smallest histories first: a bug if inputs show it, else a warning.
void ProveSession::judge_faults() {
  std::map<std::pair<std::string, SiteId>, std::vector<PrefixEventId>> faults;
  for (const PrefixEventId e : prefix_->events()) {
    const auto& fault = (*prefix_)[e].fault;
    if (!fault) continue;
    ++report_.statistics.violations;
    faults[{violation_text(fault->facts), fault->site}].push_back(e);
  }
  for (const auto& [what, events] : faults) {
    bool is_shown = false;
    for (std::size_t i = 0; i < std::min(events.size(), kMostEventsTried) && !is_shown; ++i) {
      is_shown = show({schedule_of(prefix_->linearise(events[i])), *(*prefix_)[events[i]].fault});
    }
    if (!is_shown) add_warning(what.first + ", at " + system_->site_text(what.second));
  }
}

void ProveSession::judge_deadlocks() {
  const StandstillSearch search = find_deadlocks(*prefix_, [this] { return is_enough(); });
  for (const Standstill& standstill : search.found) {
    ++report_.statistics.deadlocks;
    if (show({schedule_of(prefix_->linearise(standstill.view)), std::nullopt})) continue;
    std::string waiting;
    for (const ComponentId c : prefix_->agents()) {
      const Transition* const next = system_->transition(prefix_->value(standstill.view, c));
      if (next == nullptr) continue;
      waiting += fmt::format("{}{} at {}", waiting.empty() ? "" : ", ",
                             system_->agent_name(next->agent), system_->site_text(next->site));
    }
    add_warning("deadlock: " + waiting);
  }
}

bool ProveSession::show(const WitnessTarget& target, const PrefixRace* race) {
  if (!witnesses_) {
    witnesses_ = std::make_unique<WitnessSearch>(program_, system_options(),
                                                 abstract::thresholds_of(program_));
  }
  const double begin = monotonic_seconds();
  const double limit = settings_.analysis.refine_seconds.value_or(kRefineSeconds);
  std::optional<InputWitness> witness;
  try {
    witness = witnesses_->find(
        target, [&] { return monotonic_seconds() - begin > limit || limit_.is_over(); });
  } catch (const UserError&) {
    return false;  // the concrete machine refuses what the abstract one does not need
  }
  if (!witness) return false;
  ir::SystemOptions options = system_options();
  options.inputs = witness->values;
  options.reals_are_whole = true;
  ir::IrSystem concrete(program_, options);
  StatesMachine machine(
      concrete, StatesMachine::Text{[&](SiteId site) { return concrete.place_of(site); },
                                    [&](ValueId local) { return concrete.stack_of(local); }});
  Plan plan;
  plan.bounds.steps = static_cast<std::uint32_t>(witness->moves.size());
  plan.prefix = witness->moves;
  DetailedRun details = machine.run_detailed(plan);
  const Run run = details.run;
  // Any value was possible there, whatever the range of this machine.
  for (const std::size_t i : witness->inputs) details.run.steps[i].choices = 0;
  if (race != nullptr) {
    // A race is not in the run itself: its last two steps were possible at once.
    Violation violation = violation_of(*race, *prefix_, concrete, run);
    violation.agent = run.steps.back().agent;
    const RaceSides sides{race->first_access, race->second_access, race->address,
                          run.steps[run.steps.size() - 2].agent, (*prefix_)[race->first].site};
    details.run.end = End::Violation;
    details.violations = {details_of(sides, concrete, details)};
    details.run.violations = {std::move(violation)};
    ++report_.statistics.violations;
  }
  const std::size_t before = report_.findings.all().size();
  report_.findings.add(details.run);
  if (before == 0) output_ = machine.output();
  const std::vector<Finding>& all = report_.findings.all();
  for (std::size_t i = before; i < all.size(); ++i) {
    report_.counterexamples.push_back(make_counterexample(all[i], machine.names(), &details));
    replay_natively(concrete, run, all[i], *witness);
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
