// SPDX-License-Identifier: Apache-2.0
#include "session/check/check_exploration.hpp"

#include <algorithm>
#include <utility>

#include "core/ensure.hpp"
#include "findings/auditor.hpp"
#include "machine/native/native_machine.hpp"
#include "session/check/advisor.hpp"
#include "session/check/nondeterminism.hpp"
#include "session/check/unfolding_recorder.hpp"
#include "session/check/unseen_code_policy.hpp"
#include "session/os/interrupts.hpp"
#include "session/os/resources.hpp"
#include "session/program/binary_file.hpp"
#include "session/restarts.hpp"

namespace skein::session {

namespace {

Environment usual_environment() {
  Environment environment;
  environment.seconds = monotonic_seconds;
  environment.memory_kb = resident_kb;
  environment.interrupt = &interrupt_flag();
  return environment;
}

bool is_stopped_by_budget(const Statistics& statistics) {
  return statistics.stop != Stop::Exhausted && statistics.stop != Stop::FirstBug;
}

}  // namespace

void CheckExploration::run(Report& report, FindingSet& earlier) {
  const auto watched_now = [&]() -> std::size_t {
    const auto* native = dynamic_cast<const NativeMachine*>(program_.machine.get());
    return native != nullptr ? native->watched_count() : 0;
  };
  const auto limit = explore_until_settled([&] {
    if (checkpoint_) recorded_ = checkpoint_->attach(*program_.machine);
    report.statistics = Statistics{};
    report.findings = FindingSet{};
    report.gaps.clear();
    Budget budget = report.request.budget;
    budget.seconds = context_.limit.seconds_left();
    const std::size_t watched = watched_now();
    try {
      explore_once(budget, report);
      report.findings.set_watched(watched);
    } catch (const ExplorationRestart& restart) {
      // Not its deadlock: before it is known which descriptors are waited for together, a change
      // may wake nobody.
      report.findings.add_violations(restart.run());
      report.findings.set_watched(watched);
      earlier.adopt(report.findings);
      throw;
    }
  });
  // Includes the findings of abandoned explorations; at the limit, those of the last one too.
  if (limit) report.gaps.push_back(too_many_restarts(*limit));
  report.findings.adopt(earlier);
}

void CheckExploration::explore_once(const Budget& budget, Report& report) {
  const CheckSettings& settings = context_.settings;
  const Choice& choice = context_.choice;
  Observer& observer = context_.observer;
  const bool is_paranoid = settings.explorer.paranoid;
  const bool draws = settings.output.html.has_value();
  std::unique_ptr<Explorer> explorer = choice.info->make(choice.options);
  Auditor auditor(choice.is_optimal());
  Estimator estimator(settings.program, program_, choice);
  UnfoldingRecorder recorder;
  RaceStatistics race_statistics;
  std::size_t depth = 0;
  bool has_diverged = false;
  Environment environment = usual_environment();
  environment.progress = [&](const Statistics& statistics) {
    observer.look(context_.partial);
    if (observer.shows_progress()) {
      observer.show_progress(progress_of(statistics, depth, estimator));
    }
  };
  environment.on_bug = [&](const Run& run) {
    if (is_killed_with_us(run)) return;
    const std::size_t known = report.findings.all().size();
    report.findings.add(run);
    if (report.findings.all().size() > known) observer.look(context_.partial);
  };
  environment.is_accepted = [&](const Run& run) { return context_.partial.may_accept(run); };
  environment.on_run = [&](const Plan& plan, const Run& run) {
    has_diverged = run.end == End::Diverged;
    depth = run.shared_prefix;
    if (!has_diverged) race_statistics.see(run);
    if (is_paranoid) auditor.examine(plan, run);
    if (draws) recorder.add(run);
  };
  try {
    explore(*explorer, recorded_ ? *recorded_ : *program_.machine, budget, environment,
            report.statistics);
    report.counted = explorer->counted();
    // The auditor knows only the events of the plain equivalence.
    if (is_paranoid && !choice.info->is_event_aware) auditor.examine_total(*explorer);
    if (checkpoint_) checkpoint_->finish();
  } catch (const ExplorationError& error) {
    if (explain_contradiction(&error.plan(), report)) return;
    const auto again = [&] { explore_again(budget, report.statistics.runs() + 1); };
    if (!program_.native || contradicts_again(error, again)) throw;
    report.gaps.emplace_back(RemarkCode::ContradictedOnce);
    return;
  } catch (const UserError&) {
    if (!has_diverged || !explain_contradiction(nullptr, report)) throw;
    return;
  }
  if (is_stopped_by_budget(report.statistics)) {
    end_early(std::move(explorer), estimator, report);
    advise(race_statistics, report);
  }
  if (draws) {
    const Statistics& f = report.statistics;
    const bool is_whole = f.stop == Stop::Exhausted && f.cut() == 0 && choice.info->caveat.empty();
    report.unfolding = recorder.picture(program_.machine->names(), is_whole);
  }
}

void CheckExploration::end_early(std::unique_ptr<Explorer> explorer, Estimator& estimator,
                                 Report& report) {
  context_.limit.begin_details();
  report.estimate = estimator.last_look(report.statistics);
  // Destroying a large explorer takes long, and the process ends soon. The pointer keeps it
  // reachable, so that a leak checker does not report it.
  [[gnu::used, maybe_unused]] static const Explorer* kept;
  kept = explorer.release();
}

void CheckExploration::advise(const RaceStatistics& race_statistics, Report& report) {
  constexpr double kShare = 0.3;
  constexpr double kShortest = 0.1;
  constexpr double kLongest = 3;
  constexpr double kHurried = 0.15;  // the report is due within a second
  const Statistics& f = report.statistics;
  const bool is_hurried = f.stop == Stop::Seconds || f.stop == Stop::Interrupted;
  report.advice =
      Advisor(context_.settings, program_, context_.choice)
          .advise(report, race_statistics,
                  is_hurried ? kHurried : std::clamp(kShare * f.seconds, kShortest, kLongest));
}

// Explores as far as the first exploration went; nothing of it is reported.
void CheckExploration::explore_again(Budget budget, std::uint64_t runs) {
  const Choice& choice = context_.choice;
  const std::unique_ptr<Explorer> explorer = choice.info->make(choice.options);
  Auditor auditor(choice.is_optimal());
  Environment environment = usual_environment();
  if (context_.settings.explorer.paranoid) {
    environment.on_run = [&](const Plan& plan, const Run& run) { auditor.examine(plan, run); };
  }
  budget.runs = runs;
  budget.stops_at_first_bug = false;
  Statistics statistics;
  explore(*explorer, *program_.machine, budget, environment, statistics);
}

// Runs of a real program contradicted each other, and `plan` led to it (null: a run left its plan).
// Returns whether the exploration can end here with a gap, because what threads do depends on
// something unseen or on the outcome of a data race. Throws if the program is not deterministic.
bool CheckExploration::explain_contradiction(const Plan* plan, Report& report) {
  const auto* machine = dynamic_cast<const NativeMachine*>(program_.machine.get());
  if (machine == nullptr) return false;
  const NativeOptions& options = program_.native_options();
  std::optional<RemarkCode> why =
      cause_of_contradiction(*machine, report, is_built_for_skein(options.program));
  if (!why && plan != nullptr) require_same_again(*program_.machine, *plan);
  if (!why && (options.races == channel::RaceMode::Off || options.race_share < 1)) {
    why = RemarkCode::ContradictedPerhapsByRace;
  }
  if (!why) return false;
  report.gaps.emplace_back(*why);
  return true;
}

Progress CheckExploration::progress_of(const Statistics& statistics, std::size_t depth,
                                       Estimator& estimator) const {
  const Choice& choice = context_.choice;
  Progress progress{statistics, depth, std::nullopt, false, std::nullopt};
  if (choice.info->is_sampling) {
    progress.sampled =
        static_cast<double>(statistics.runs()) / static_cast<double>(choice.options.runs);
  } else {
    progress.estimate = estimator.look(statistics);
    progress.can_estimate = estimator.is_possible();
  }
  return progress;
}

// Ctrl-C on a terminal also reaches the program under test. If the program dies of it, that is no
// bug.
bool CheckExploration::is_killed_with_us(const Run& run) const {
  return program_.native && interrupt_flag().load(std::memory_order_relaxed) &&
         !run.violations.empty() && run.violations.back().kind() == ViolationKind::Crash;
}

}  // namespace skein::session
