// SPDX-License-Identifier: Apache-2.0
#include "session/prove/warning_refiner.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "core/ensure.hpp"
#include "machine/abstract/state/function_facts.hpp"
#include "prefix/builder.hpp"
#include "prefix/linearisation.hpp"
#include "session/os/resources.hpp"

namespace skein::session {

namespace {

constexpr std::size_t kMostEventsTried = 20;  // that show the same fault, with random inputs
constexpr double kShareOfDrawing = 0.25;
constexpr std::uint64_t kMostEventsUncut = 3000;
constexpr double kShareOfBuilding = 0.3;  // of the time that is left
constexpr unsigned kMostStepsBehind = 3;

// Whether a run may arrive there through something that was cut off.
bool may_follow_cutoff(const Prefix& prefix, const View& past) {
  const auto events = prefix.events();
  return std::any_of(events.begin(), events.end(), [&](PrefixEventId c) {
    const Prefix::Event& cutoff = prefix[c];
    if (!cutoff.is_cutoff) return false;
    return cutoff.corresponding.is_none() || prefix.fit(past, prefix[cutoff.corresponding].view);
  });
}

}  // namespace

WarningRefiner::WarningRefiner(const ir::Program& program, const ir::SystemOptions& options,
                               abstract::AbstractSystem& system, const Prefix& prefix,
                               double seconds, std::function<bool()> is_over)
    : system_(system),
      prefix_(prefix),
      seconds_(seconds),
      is_over_(std::move(is_over)),
      witnesses_(program, options, abstract::thresholds_of(program)),
      share_of_drawing_(kShareOfDrawing) {}

void WarningRefiner::begin() { begin_ = processor_seconds(); }

double WarningRefiner::seconds_left() const {
  return is_over_() ? 0 : begin_ + seconds_ - processor_seconds();
}

symbolic::Refinement* WarningRefiner::solver() {
  if (solver_ || missing_solver_) return solver_.get();
  try {
    solver_ = std::make_unique<symbolic::Refinement>(system_, [this] { return seconds_left(); });
  } catch (const UserError& error) {
    missing_solver_ = Remark{RemarkCode::OnlyRandomInputs, {error.what()}};
  }
  return solver_.get();
}

std::vector<ScheduledStep> WarningRefiner::schedule_in(
    const Prefix& prefix, std::span<const PrefixEventId> events) const {
  std::vector<ScheduledStep> steps;
  const bool has_reused = system_.has_reused_names();
  for (const PrefixEventId e : events) {
    const Prefix::Event& event = prefix[e];
    if (event.kind == OpKind::Choose) continue;
    const ValueId local = prefix.chains()[event.before].value;
    const Transition& what = *system_.transition(local);
    ScheduledStep step{event.agent, event.kind, event.site, what.child,
                       system_.is_at_section(local)};
    // Symbolic execution gives every block a name of its own.
    if (!what.touches.empty() && !has_reused) step.object = what.touches.front().object;
    const bool is_access = event.kind == OpKind::PlainLoad || event.kind == OpKind::PlainStore;
    if (is_access && !what.touches.empty()) {
      step.bytes = system_.global_bytes(what.touches.front().object);
    }
    steps.push_back(step);
  }
  return steps;
}

WitnessTarget WarningRefiner::target_of(const Prefix& prefix, PrefixEventId e) const {
  WitnessTarget target;
  target.steps = schedule_in(prefix, Linearisation(prefix).of(e));
  target.fault = *prefix[e].fault;
  return target;
}

std::optional<InputWitness> WarningRefiner::draw(const WitnessTarget& target, double until) {
  try {
    return witnesses_.find(target, [&] { return processor_seconds() > until || is_over_(); });
  } catch (const UserError&) {
    return std::nullopt;  // the concrete machine refuses what the abstract one does not need
  }
}

symbolic::SearchResult WarningRefiner::search(const WitnessTarget& target) {
  symbolic::SearchResult result = solver()->find(target);
  for (const auto& place : result.culprits) {
    if (std::find(culprits_.begin(), culprits_.end(), place) == culprits_.end()) {
      culprits_.push_back(place);
    }
  }
  return result;
}

EndJudgement WarningRefiner::judge_end(const Prefix& prefix, const View& before,
                                       const WitnessTarget& target, const std::string& key) {
  begin();
  const auto [used, is_first] = used_.emplace(key, 0);
  begin_ -= used->second;
  EndJudgement judgement;
  bool is_impossible = false;
  if (solver() != nullptr && seconds_left() > 0) {
    const symbolic::SearchResult result = search(target);
    is_impossible = result.verdict == symbolic::Verdict::Impossible;
    if (result.verdict == symbolic::Verdict::Possible) {
      judgement.witness = witnesses_.confirm(target, result.inputs);
    }
    // As for faults: with names that were used again the cells are not the same.
    if (is_impossible && !system_.has_reused_names()) {
      judgement.refutation = may_follow_cutoff(prefix, before) ? Refutation::RefutedButForCutoffs
                                                               : Refutation::Refuted;
    }
  }
  const double share = solver() != nullptr ? share_of_drawing_ : 1;
  if (is_first && !is_impossible && !judgement.witness) {
    judgement.witness = draw(target, processor_seconds() + share * seconds_);
  }
  used->second = processor_seconds() - begin_;
  return judgement;
}

Prefix* WarningRefiner::whole_unfolding() {
  begin();
  if (without_cutoffs() == nullptr || !is_uncut_complete_ || system_.has_reused_names()) {
    return nullptr;
  }
  return without_cutoffs_.get();
}

Judgement WarningRefiner::judge(std::span<const PrefixEventId> events) {
  begin();
  const double share = solver() != nullptr ? share_of_drawing_ : 1;
  // An equal part of the time for each: those with the smallest histories may be false.
  const std::size_t tried = std::min(events.size(), kMostEventsTried);
  for (std::size_t i = 0; i < tried; ++i) {
    const double part = static_cast<double>(i + 1) / static_cast<double>(tried);
    const WitnessTarget target = target_of(prefix_, events[i]);
    if (auto drawn = draw(target, begin_ + share * seconds_ * part)) return {drawn, false};
  }
  if (solver() == nullptr) return {};
  Judgement judgement;
  Refutation refutation = judge_in(prefix_, events, judgement.witness);
  if (judgement.witness || refutation == Refutation::Refuted) {
    judgement.is_false = refutation == Refutation::Refuted;
    return judgement;
  }
  if (without_cutoffs() == nullptr) return judgement;
  std::vector<PrefixEventId> same;
  for (const PrefixEventId e : without_cutoffs_->events()) {
    const auto& fault = (*without_cutoffs_)[e].fault;
    if (fault && symbolic::is_same(*fault, *prefix_[events.front()].fault)) same.push_back(e);
  }
  // Nor is this one searched for blocks that are taken for others of their name.
  if (!is_uncut_complete_ || system_.has_reused_names()) {
    judgement.witness = find_in(*without_cutoffs_, same);
    return judgement;
  }
  refutation = judge_in(*without_cutoffs_, same, judgement.witness);
  judgement.is_false = refutation == Refutation::Refuted;
  return judgement;
}

Refutation WarningRefiner::judge_in(const Prefix& prefix, std::span<const PrefixEventId> events,
                                    std::optional<InputWitness>& witness) {
  std::vector<PrefixEventId> left;
  for (const PrefixEventId e : events) {
    if (!is_refuted_locally(prefix, e)) left.push_back(e);
  }
  // Events with the smallest histories first, for a short witness.
  std::vector<bool> are_impossible;
  for (const PrefixEventId e : left) {
    if (seconds_left() <= 0) return Refutation::Open;
    const WitnessTarget target = target_of(prefix, e);
    const symbolic::SearchResult result = search(target);
    if (result.verdict == symbolic::Verdict::Possible) {
      witness = witnesses_.confirm(target, result.inputs);
      if (witness) return Refutation::Open;
    }
    are_impossible.push_back(result.verdict == symbolic::Verdict::Impossible);
  }
  // Symbolic execution gives every block a name of its own, so with names that were used again it
  // does not follow the same cells from step to step.
  if (!left.empty() && system_.has_reused_names()) return Refutation::Open;
  Refutation refutation = Refutation::Refuted;
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (seconds_left() <= 0) return Refutation::Open;
    if (are_impossible[i] && !may_follow_cutoff(prefix, prefix.past(left[i]))) continue;
    if (is_refuted_after_steps(prefix, left[i])) continue;
    if (!are_impossible[i]) return Refutation::Open;
    refutation = Refutation::RefutedButForCutoffs;
  }
  return refutation;
}

// Only looks for inputs, where a refutation of all events would show nothing.
std::optional<InputWitness> WarningRefiner::find_in(const Prefix& prefix,
                                                    std::span<const PrefixEventId> events) {
  for (const PrefixEventId e : events) {
    if (seconds_left() <= 0) break;
    const WitnessTarget target = target_of(prefix, e);
    const symbolic::SearchResult result = search(target);
    if (result.verdict != symbolic::Verdict::Possible) continue;
    if (auto witness = witnesses_.confirm(target, result.inputs)) return witness;
  }
  return std::nullopt;
}

const Prefix* WarningRefiner::without_cutoffs() {
  if (was_built_) return without_cutoffs_.get();
  was_built_ = true;
  without_cutoffs_ = std::make_unique<Prefix>(system_);
  const double until = processor_seconds() + seconds_left() * kShareOfBuilding;
  Prefix::Options options;
  options.has_cutoffs = false;
  options.is_enough = [&] {
    return without_cutoffs_->statistics().events > kMostEventsUncut ||
           processor_seconds() > until || system_.has_learnt();
  };
  is_uncut_complete_ = build(*without_cutoffs_, options);
  if (system_.has_learnt()) {
    // More is visible from now on than the prefix knows: its schedules no longer fit.
    without_cutoffs_.reset();
    solver_.reset();
    missing_solver_ = RemarkCode::SolverStopped;
  }
  return without_cutoffs_.get();
}

symbolic::StepStart WarningRefiner::start_of(const Prefix& prefix, PrefixEventId e) const {
  const Prefix::Event& event = prefix[e];
  symbolic::StepStart start;
  std::vector<CarriedId> records;
  const auto follow = [&](PrefixEventId before) {
    if (!before.is_none()) records.push_back(prefix[before].carried);
  };
  start.local = prefix.chains()[event.before].value;
  for (const Prefix::Touched& t : event.touched) {
    if (prefix.agent_of(t.component).is_none()) {
      start.values.push_back(prefix.chains()[t.saw].value);
    }
    follow(prefix.chains()[t.saw].event);
  }
  for (const PrefixEventId read : event.seen_reads) follow(read);
  start.before = system_.join(records);
  return start;
}

bool WarningRefiner::is_refuted_locally(const Prefix& prefix, PrefixEventId e) {
  try {
    return solver()->refute(start_of(prefix, e), *prefix[e].fault);
  } catch (const UserError&) {
    return false;  // refused here
  }
}

bool WarningRefiner::is_refuted_after_steps(const Prefix& prefix, PrefixEventId e) {
  // The steps of the same thread, by where they end.
  std::vector<std::pair<ir::Thread, symbolic::StepStart>> steps;
  for (const PrefixEventId d : prefix.events()) {
    const Prefix::Event& event = prefix[d];
    const ValueId after = event.touched.front().value;
    if (event.agent != prefix[e].agent || event.fault || after.is_absent()) continue;
    steps.emplace_back(system_.state_of(after).thread, start_of(prefix, d));
  }
  const auto steps_to = [&](const symbolic::StepStart& step) {
    const ir::Thread place = system_.state_of(step.local).thread;
    std::set<symbolic::StepStart> found;
    for (const auto& [thread, start] : steps) {
      if (symbolic::is_same_place(thread, place)) found.insert(start);
    }
    return std::vector<symbolic::StepStart>(found.begin(), found.end());
  };
  try {
    const symbolic::StepStart start = start_of(prefix, e);
    for (unsigned depth = 1; depth <= kMostStepsBehind; ++depth) {
      if (seconds_left() <= 0) return false;
      if (solver()->refute_after_steps(start, *prefix[e].fault, steps_to, depth)) return true;
    }
  } catch (const UserError&) {
    return false;
  }
  return false;
}

}  // namespace skein::session
