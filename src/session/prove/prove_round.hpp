// SPDX-License-Identifier: Apache-2.0
// One round of `skein prove`: the abstract unfolding, with some inputs divided, and the judgement
// of its warnings. A witness shows that a warning is a bug, a refutation that it is false;
// otherwise the warning stays in the report.
//
// Each round divides the inputs more finely than the one before (prove_session.cpp). Each covers
// all executions by itself, so what one of them has excluded need not be looked at again.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "machine/abstract/abstract_system.hpp"
#include "prefix/analyses/deadlocks.hpp"
#include "prefix/analyses/races/prefix_races.hpp"
#include "prefix/prefix.hpp"
#include "report/report.hpp"
#include "session/prove/shown_bugs.hpp"
#include "session/prove/warning_refiner.hpp"

namespace skein::session {

// Faults that need not be looked at again, by the key of their facts and their place.
using JudgedFaults = std::set<std::pair<std::string, SiteId>>;

// What rounds have in common.
struct RoundContext {
  const ir::Program& program;
  const ir::SystemOptions& options;
  double seconds;                 // for each warning
  std::function<bool()> is_over;  // all time is used up
  ShownBugs& bugs;
  Report& report;
  JudgedFaults& judged_faults;
};

class ProveRound {
 public:
  ProveRound(RoundContext& context, const abstract::ProveOptions& how);

  // False if `options.is_enough` stopped it, or `is_decided`. Throws abstract::OutOfBudget.
  bool build(const Prefix::Options& options, const std::function<bool()>& is_decided);
  // Collects the warnings that cannot be excluded, and of those with the same text the first.
  // REQUIRES: build.
  void judge(bool looks_for_races, const std::function<bool()>& is_enough);
  // Looks for bugs among the faults of a prefix that is not complete: only bugs count there.
  void judge_faults();

  [[nodiscard]] abstract::AbstractSystem& system() { return *system_; }
  [[nodiscard]] Prefix* prefix() { return prefix_.get(); }
  [[nodiscard]] std::vector<Counterexample>& warnings() { return warnings_; }
  // Where the program asked for the inputs that decide about the warnings, the most important
  // first.
  [[nodiscard]] std::vector<abstract::InputSplits::Place> culprits() const {
    return refiner_ ? refiner_->culprits() : std::vector<abstract::InputSplits::Place>{};
  }
  // Why inputs were only drawn at random; empty: they were not, or none were looked for.
  [[nodiscard]] std::optional<Remark> missing_solver() const {
    return refiner_ ? refiner_->missing_solver() : std::nullopt;
  }
  void forget_judgements();
  // Random inputs were tried before.
  void skip_drawing() { draws_ = false; }

 private:
  void judge_deadlocks(const std::function<bool()>& is_enough);
  void judge_races(const std::function<bool()>& is_enough);
  [[nodiscard]] WarningRefiner& refiner();
  [[nodiscard]] WitnessTarget target_of(const Prefix& prefix, const Standstill& standstill);
  [[nodiscard]] WitnessTarget target_of(const Prefix& prefix, const PrefixRace& race);
  void warn(Counterexample warning);

  RoundContext& context_;
  std::unique_ptr<abstract::AbstractSystem> system_;
  std::unique_ptr<Prefix> prefix_;
  std::unique_ptr<WarningRefiner> refiner_;
  bool draws_ = true;
  std::vector<Counterexample> warnings_;
};

}  // namespace skein::session
