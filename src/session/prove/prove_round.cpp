// SPDX-License-Identifier: Apache-2.0
#include "session/prove/prove_round.hpp"

#include <algorithm>
#include <map>

#include "prefix/linearisation.hpp"
#include "session/prove/abstract_prefix.hpp"
#include "session/prove/abstract_trace.hpp"

namespace skein::session {

namespace {

// Deadlocks, or races, that are refuted but for cut-offs. More are not kept.
constexpr std::size_t kMostDoubtful = 100;

// Races with the same key share the time of one warning.
std::string race_key(const PrefixRace& race) {
  return std::to_string(std::min(race.first_access.code, race.second_access.code)) + " " +
         std::to_string(std::max(race.first_access.code, race.second_access.code));
}

std::string deadlock_key(const Prefix& prefix, StateSystem& system, const Standstill& standstill) {
  std::string key;
  for (const ComponentId c : prefix.agents()) {
    const Transition* const next = system.transition(prefix.value(standstill.view, c));
    key += next == nullptr ? "- " : std::to_string(next->site.value) + " ";
  }
  return key;
}

}  // namespace

ProveRound::ProveRound(RoundContext& context, const abstract::ProveOptions& how)
    : context_(context),
      system_(std::make_unique<abstract::AbstractSystem>(context.program, context.options, how)) {}

bool ProveRound::build(const Prefix::Options& options, const std::function<bool()>& is_decided) {
  return build_abstract_prefix(*system_, options, prefix_, is_decided);
}

WarningRefiner& ProveRound::refiner() {
  if (!refiner_) {
    refiner_ = std::make_unique<WarningRefiner>(context_.program, context_.options, *system_,
                                                *prefix_, context_.seconds, context_.is_over);
    if (!draws_) refiner_->skip_drawing();
  }
  return *refiner_;
}

void ProveRound::forget_judgements() {
  refiner_.reset();
  warnings_.clear();
}

// What reads the same to the user is one warning.
void ProveRound::warn(Counterexample warning) {
  const bool is_known =
      std::any_of(warnings_.begin(), warnings_.end(),
                  [&](const Counterexample& other) { return other.headline == warning.headline; });
  if (!is_known) warnings_.push_back(std::move(warning));
}

void ProveRound::judge(bool looks_for_races, const std::function<bool()>& is_enough) {
  judge_faults();
  judge_deadlocks(is_enough);
  if (looks_for_races) judge_races(is_enough);
}

// Each fault, with the smallest histories first: a bug if inputs show it, nothing if there are none
// that do, else a warning.
void ProveRound::judge_faults() {
  std::map<std::pair<std::string, SiteId>, std::vector<PrefixEventId>> faults;
  for (const PrefixEventId e : prefix_->events()) {
    const auto& fault = (*prefix_)[e].fault;
    if (fault) faults[{key_of(fault->facts), fault->site}].push_back(e);
  }
  for (const auto& [what, events] : faults) {
    if (context_.judged_faults.contains(what)) continue;
    const Judgement judgement = refiner().judge(events);
    if (judgement.is_false) {
      context_.judged_faults.insert(what);
      continue;
    }
    context_.report.statistics.violations += events.size();
    if (judgement.witness && context_.bugs.add(*judgement.witness)) continue;
    warn(AbstractTrace(*prefix_, *system_).of_fault(events.front()));
  }
}

WitnessTarget ProveRound::target_of(const Prefix& prefix, const Standstill& standstill) {
  WitnessTarget target;
  target.steps = refiner().schedule_in(prefix, Linearisation(prefix).of(standstill.view));
  return target;
}

WitnessTarget ProveRound::target_of(const Prefix& prefix, const PrefixRace& race) {
  WitnessTarget target;
  target.steps = refiner().schedule_in(prefix, Linearisation(prefix).of(race.before));
  const PrefixEventId both[] = {race.first, race.second};
  for (ScheduledStep& step : refiner().schedule_in(prefix, both)) {
    if (step.bytes) step.bytes = {race.address, race.address + 1};
    target.steps.push_back(step);
  }
  target.is_race = true;
  return target;
}

void ProveRound::judge_deadlocks(const std::function<bool()>& is_enough) {
  std::vector<Standstill> doubtful;
  const auto is_false = [&](const Standstill& standstill) {
    const EndJudgement judgement =
        refiner().judge_end(*prefix_, standstill.view, target_of(*prefix_, standstill),
                            deadlock_key(*prefix_, *system_, standstill));
    if (judgement.refutation == Refutation::Refuted) return true;
    if (judgement.refutation == Refutation::RefutedButForCutoffs &&
        doubtful.size() < kMostDoubtful) {
      doubtful.push_back(standstill);
      return true;
    }
    ++context_.report.statistics.deadlocks;
    if (!judgement.witness || !context_.bugs.add(*judgement.witness)) {
      warn(AbstractTrace(*prefix_, *system_).of_deadlock(standstill));
    }
    return false;
  };
  static_cast<void>(find_deadlocks(*prefix_, is_enough, is_false));
  if (doubtful.empty()) return;
  bool are_judged = false;
  if (Prefix* const uncut = refiner().whole_unfolding()) {
    are_judged = true;
    const StandstillSearch search =
        find_deadlocks(*uncut, is_enough, [&](const Standstill& standstill) {
          const EndJudgement judgement = refiner().judge_end(
              *uncut, standstill.view, target_of(*uncut, standstill), "all deadlocks");
          if (judgement.refutation == Refutation::Refuted) return true;
          const bool is_shown = judgement.witness && context_.bugs.add(*judgement.witness);
          are_judged = are_judged && is_shown;
          return false;
        });
    are_judged = are_judged && search.is_complete;
  }
  if (are_judged) return;
  context_.report.statistics.deadlocks += doubtful.size();
  for (const Standstill& one : doubtful) warn(AbstractTrace(*prefix_, *system_).of_deadlock(one));
}

// Races on watched cells: two accesses that are possible at once.
void ProveRound::judge_races(const std::function<bool()>& is_enough) {
  std::vector<PrefixRace> doubtful;
  const auto is_false = [&](const PrefixRace& race) {
    const EndJudgement judgement =
        refiner().judge_end(*prefix_, race.before, target_of(*prefix_, race), race_key(race));
    if (judgement.refutation == Refutation::Refuted) return true;
    if (judgement.refutation == Refutation::RefutedButForCutoffs &&
        doubtful.size() < kMostDoubtful) {
      doubtful.push_back(race);
      return true;
    }
    if (!judgement.witness || !context_.bugs.add_race(*judgement.witness, race, *prefix_)) {
      warn(AbstractTrace(*prefix_, *system_).of_race(race));
    }
    return false;
  };
  static_cast<void>(find_races_at_once(*prefix_, is_enough, is_false));
  if (doubtful.empty()) return;
  bool are_judged = false;
  if (Prefix* const uncut = refiner().whole_unfolding()) {
    are_judged = true;
    const RaceSearch search = find_races_at_once(*uncut, is_enough, [&](const PrefixRace& race) {
      const EndJudgement judgement =
          refiner().judge_end(*uncut, race.before, target_of(*uncut, race), "all races");
      if (judgement.refutation == Refutation::Refuted) return true;
      const bool is_shown =
          judgement.witness && context_.bugs.add_race(*judgement.witness, race, *uncut);
      are_judged = are_judged && is_shown;
      return false;
    });
    are_judged = are_judged && search.is_complete;
  }
  if (are_judged) return;
  for (const PrefixRace& one : doubtful) warn(AbstractTrace(*prefix_, *system_).of_race(one));
}

}  // namespace skein::session
