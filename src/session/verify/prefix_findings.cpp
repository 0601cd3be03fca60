// SPDX-License-Identifier: Apache-2.0
#include "session/verify/prefix_findings.hpp"

#include <set>
#include <utility>

#include "core/ensure.hpp"
#include "prefix/analyses/deadlocks.hpp"
#include "prefix/linearisation.hpp"

namespace skein::session {

namespace {

constexpr std::uint64_t kMostLivelockLooks = 300'000;

Violation livelock_of(AgentId agent, const Run& run) {
  Violation violation;
  violation.facts = ViolationCode::Livelock;
  violation.agent = agent;
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    if (run.steps[i].agent == agent) violation.step = StepIndex{i};
  }
  for (const Pending& p : run.pending) {
    if (p.agent == agent) violation.site = p.site;
  }
  return violation;
}

}  // namespace

void PrefixFindings::find(Report& report) {
  find_faults(report);
  find_deadlocks(report);
  find_livelocks(report);
  if (wanted_.races) find_races(report);
}

Run PrefixFindings::replay(std::vector<Move> moves, const Report& report) {
  Run run = built_.replay(std::move(moves));
  if (report.findings.is_empty()) output_ = built_.machine().output();
  return run;
}

void PrefixFindings::find_faults(Report& report) {
  Prefix& prefix = built_.prefix();
  std::set<std::pair<std::string, std::uint32_t>> seen;
  for (const PrefixEventId e : prefix.events()) {
    const Prefix::Event& event = prefix[e];
    if (!event.fault) continue;
    ++report.statistics.violations;
    if (!seen.emplace(key_of(event.fault->facts), event.fault->site.value).second) continue;
    const Run run = replay(prefix.moves(Linearisation(prefix).of(e)), report);
    skein::ensure(!run.violations.empty(), "a fault of the prefix that its run does not show");
    report.findings.add(run);
  }
}

void PrefixFindings::find_deadlocks(Report& report) {
  Prefix& prefix = built_.prefix();
  const StandstillSearch search = skein::find_deadlocks(prefix, is_enough_);
  for (const Standstill& still : search.found) {
    ++report.statistics.deadlocks;
    std::vector<Move> moves = prefix.moves(Linearisation(prefix).of(still.view));
    moves.insert(moves.end(), still.beyond.begin(), still.beyond.end());
    const Run run = replay(std::move(moves), report);
    skein::ensure(run.end == End::Deadlock, "a deadlock of the prefix that its run does not show");
    report.findings.add(run);
  }
}

// An agent loops for ever, waiting for something that no other agent will do. If the search becomes
// too large, the report says so and the verdict is unaffected: it is about what happens, not about
// what does not.
void PrefixFindings::find_livelocks(Report& report) {
  if (!built_.is_complete() || !wanted_.livelocks) return;
  Prefix& prefix = built_.prefix();
  const StandstillSearch search = skein::find_livelocks(prefix, kMostLivelockLooks, is_enough_);
  if (!search.is_complete && report.statistics.stop == Stop::Exhausted) {
    report.reservations.emplace_back(RemarkCode::LivelockSearchEnded,
                                     std::int64_t{kMostLivelockLooks});
  }
  for (const Standstill& still : search.found) {
    Run run = replay(prefix.moves(Linearisation(prefix).of(still.view)), report);
    run.end = End::Violation;
    for (const AgentId agent : still.spinning) run.violations.push_back(livelock_of(agent, run));
    ++report.statistics.violations;
    report.findings.add(run);
  }
}

// Two accesses that nothing orders. The witness is a run that ends with the second one.
void PrefixFindings::find_races(Report& report) {
  const RaceSearch search = skein::find_races(built_.prefix(), built_.options(), is_enough_);
  const Prefix& prefix = search.larger ? *search.larger : built_.prefix();
  if (search.may_lack_races && search.found.empty() && report.statistics.stop == Stop::Exhausted) {
    report.reservations.emplace_back(RemarkCode::WeakRacesBeyondCutoffs);
  }
  for (const PrefixRace& race : search.found) {
    std::vector<PrefixEventId> events = Linearisation(prefix).of(race.before);
    if (race.is_at_once) events.push_back(race.first);
    events.push_back(race.second);
    Run run = replay(prefix.moves(events), report);
    run.end = End::Violation;
    run.violations = {violation_of(race, prefix, built_.system(), run)};
    races_.emplace(key_of(run.violations.front().facts),
                   RaceSides{race.first_access, race.second_access, race.address,
                             prefix[race.first].agent, prefix[race.first].site});
    ++report.statistics.violations;
    report.findings.add(run);
  }
}

void PrefixFindings::record(Report& report, const std::function<bool()>& is_over) {
  for (const Finding& finding : report.findings.all()) {
    if (is_over()) break;
    report.counterexamples.push_back(record_one(finding));
  }
  complete_counterexamples(report, built_.machine().names(), is_over);
}

Counterexample PrefixFindings::record_one(const Finding& finding) const {
  Plan plan;
  for (const Step& s : finding.steps) plan.prefix.push_back(s.move());
  plan.bounds.steps = static_cast<std::uint32_t>(finding.steps.size());
  DetailedRun details = built_.machine().run_detailed(plan);
  // Livelocks and races appear in the prefix, not in a run.
  if (const auto race = races_.find(key_of(finding.violation.facts));
      finding.violation.kind() == ViolationKind::Race && race != races_.end()) {
    details.run.violations.push_back(finding.violation);
    details.violations.push_back(
        details_of(race->second, built_.system().memory_name(race->second.address),
                   built_.system().memory_whole(race->second.address), details));
  }
  if (finding.violation.kind() == ViolationKind::Livelock) {
    details.run.violations.push_back(finding.violation);
    details.violations.emplace_back().stack = {built_.system().place_of(finding.violation.site)};
  }
  return make_counterexample(finding, built_.machine().names(), &details);
}

}  // namespace skein::session
